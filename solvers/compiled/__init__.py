"""Our engine: normal forms, and what searches them."""
