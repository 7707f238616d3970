"""Machine code from a small part of Python, or from assembly, by LLVM; kept in files."""
