"""Models as scripts of libraries in Python."""
