"""How Sphinx makes the site of these pages; every picture on it is drawn by adviz's own directive."""

from importlib import metadata

project = "adviz"
copyright = "the adviz authors"  # noqa: A001 - Sphinx's name
version = release = metadata.version("graphviz-ad")
extensions = ["graphviz_ad.embed.sphinx", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "adviz"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "none"
add_module_names = False
napoleon_google_docstring = False
# What stands in single backquotes in a docstring is code.
default_role = "code"
