"""The ground of the kernel's source and its propagators: see machine_search."""
