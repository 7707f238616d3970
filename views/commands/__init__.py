"""The commands of `everyway`, one file each: each defines `command`."""
