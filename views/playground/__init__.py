"""The playground: a folder for any server of files, in which everyway runs in the browser."""
