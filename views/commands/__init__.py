"""The commands of `everyway`, a file each: its first line is the help, and it defines `command`."""
