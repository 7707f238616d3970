"""Libraries are imported with Ctrl-C held back.

Modules that pybind11 makes, such as OR-Tools', import others while they begin, and drop whatever is
raised in these: an interrupt would be lost.
"""

from __future__ import annotations

import importlib
import signal
import sys
import threading
from types import FrameType, ModuleType


def imported(name: str) -> ModuleType:
    """The module; who presses Ctrl-C in the main thread meanwhile is heard afterwards.

    Raises: ImportError, and what the module raises.
    """
    heard = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if name in sys.modules or not is_main or not callable(heard):
        return importlib.import_module(name)
    pressed: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda _, frame: pressed.append(frame))
    try:
        return importlib.import_module(name)
    finally:
        signal.signal(signal.SIGINT, heard)
        if pressed:
            heard(signal.SIGINT, pressed[-1])
