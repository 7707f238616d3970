"""Object code put into the memory of this process without LLVM, which takes long to import.

What LLVM writes for the kernel and for loops is simple: sections of code and of constants, places
in them where addresses are to be filled in, and calls of `memset` and its like. An object that
holds anything else, or is for another system or processor, is left to LLVM's own linker.

Source: System V Application Binary Interface, chapter 4, and its supplement for AMD64.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ....models.language.late_dataclasses import dataclass

_RELOCATABLE_OF_AMD64 = struct.pack("<7s9xHH", b"\x7fELF\x02\x01\x01", 1, 62)
_BITS, _SYMBOLS, _RELOCATIONS, _NO_BITS, _OLD_RELOCATIONS = 1, 2, 4, 8, 9
_WRITABLE, _ALLOCATED, _OF_A_THREAD = 1, 2, 1 << 10
_ABSOLUTE, _RELATIVE, _CALL = 1, 2, 4
"""Ways to fill in an address: in 64 bits, or in 32 from where it stands."""
_OUTSIDE = ("memset", "memcpy", "memmove")
"""The functions of the C library that LLVM calls for loops."""


@dataclass(frozen=True)
class Linked:
    """Functions in memory, which `owner` keeps there, and the address of each by its name."""

    owner: object
    address: Callable[[str], int]


class _Section(NamedTuple):
    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    each: int


class _LeftToLLVM(Exception):
    """The object holds what is not linked here."""


def linked(code: bytes) -> Linked | None:
    """The functions that object code defines; None where it must be left to LLVM."""
    if sys.platform != "linux" or code[: len(_RELOCATABLE_OF_AMD64)] != _RELOCATABLE_OF_AMD64:
        return None
    try:
        return _linked(code)
    except (_LeftToLLVM, OSError):  # the system may forbid memory that is run
        return None


def _linked(code: bytes) -> Linked:
    sections = list(_sections(code))
    places, size = _laid_out(sections)
    memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for number, place in places.items():
        if sections[number].type == _BITS:
            memory[place : place + sections[number].size] = _bits(code, sections[number])
    library = ctypes.CDLL(None)
    defined, addresses = dict[str, int](), list[int | None]()
    for name, number, value in _symbols(code, sections):
        found = None
        if number in places:
            found = defined[name] = start + places[number] + value
        elif name in _OUTSIDE:
            found = ctypes.cast(library[name], ctypes.c_void_p).value
        addresses.append(found)
    for section in sections:
        if section.info in places and section.type in (_RELOCATIONS, _OLD_RELOCATIONS):
            _fill_in(memory, start, places[section.info], addresses, code, section)
    library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    if library.mprotect(start, size, mmap.PROT_READ | mmap.PROT_EXEC):
        raise _LeftToLLVM
    return Linked(memory, defined.__getitem__)


def _sections(code: bytes) -> Iterator[_Section]:
    (table,) = struct.unpack_from("<Q", code, 0x28)
    each, number = struct.unpack_from("<HH", code, 0x3A)
    for place in range(table, table + number * each, each):
        yield _Section(*struct.unpack_from("<IIQQQQIIQQ", code, place))


def _bits(code: bytes, section: _Section) -> bytes:
    return code[section.offset : section.offset + section.size]


def _laid_out(sections: Sequence[_Section]) -> tuple[dict[int, int], int]:
    """The places of the sections that are needed in memory, and its size."""
    places, size = dict[int, int](), 0
    for number, section in enumerate(sections):
        if section.flags & _ALLOCATED and section.type in (_BITS, _NO_BITS):
            if section.size and section.flags & (_WRITABLE | _OF_A_THREAD):
                raise _LeftToLLVM
            size += -size % max(section.alignment, 1)
            places[number] = size
            size += section.size
    return places, size


def _symbols(code: bytes, sections: Sequence[_Section]) -> Iterator[tuple[str, int, int]]:
    """The name of each symbol, the number of its section, and its place there."""
    for section in sections:
        if section.type == _SYMBOLS:
            names = _bits(code, sections[section.link])
            for name, _, _, number, value, _ in struct.iter_unpack("<IBBHQQ", _bits(code, section)):
                yield names[name : names.index(b"\0", name)].decode(), number, value


def _fill_in(
    memory: mmap.mmap,
    start: int,
    place: int,
    addresses: Sequence[int | None],
    code: bytes,
    section: _Section,
) -> None:
    """Write the addresses that a section of relocations says, in the section at a place."""
    if section.type == _OLD_RELOCATIONS:
        raise _LeftToLLVM
    for offset, info, more in struct.iter_unpack("<QQq", _bits(code, section)):
        address, here = addresses[info >> 32], place + offset
        if address is None:
            raise _LeftToLLVM
        kind, far = info & 0xFFFFFFFF, address + more - (start + here)
        if kind == _ABSOLUTE:
            struct.pack_into("<Q", memory, here, address + more)
        elif kind in (_RELATIVE, _CALL) and -(1 << 31) <= far < 1 << 31:
            struct.pack_into("<i", memory, here, far)
        else:
            raise _LeftToLLVM
