"""Pages for a browser: one file each, which loads nothing and runs no script but its own."""
