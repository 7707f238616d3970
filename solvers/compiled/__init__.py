"""Compiles the declaration to machine code: filter and flatmap without the interpreter."""
