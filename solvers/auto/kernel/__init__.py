"""A propagating search that is compiled once for all models: see docs/inside/kernel.md."""
