"""Documents: equations, tables and pictures in LaTeX, Typst and SVG."""
