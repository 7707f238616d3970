"""The common ground of the rooms: code, how it is constructed and written, slots and states."""
