"""Constraints beyond the core, a family in each file."""
