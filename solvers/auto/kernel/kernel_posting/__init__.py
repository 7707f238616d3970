"""From normal forms and nodes of the language to the memory of the kernel."""
