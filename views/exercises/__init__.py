"""The exercises, one a file, each with its answer: whoever opens them sees how it is marked."""
