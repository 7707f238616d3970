"""Levels as machine code, through LLVM."""
