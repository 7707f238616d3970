"""A solution as text, as SVG and as PNG, and a model in words."""
