"""The cells of a lesson, which is a notebook as text: shown on the site as any other snippet."""

from __future__ import annotations

from docutils import nodes
from sphinx.directives.code import CodeBlock


class CodeCell(CodeBlock):
    """A cell of Python; one that begins with `!` is a command line."""

    required_arguments = 0
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.arguments = ["console" if self.content[0].startswith("!") else "python"]
        return super().run()
