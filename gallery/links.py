"""Whether every link and picture of the built site leads somewhere: ``python gallery/links.py SITE``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["dead", "main"]


class _Page(HTMLParser):
    """Ids of a page, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what is of interest in a tag."""
        found = dict(attrs)
        self.ids.update(filter(None, (found.get("id"), found.get("name"))))
        link = found.get("src") if tag in {"img", "script"} else found.get("href")
        if link:
            self.links.append(link)


def dead(site: Path) -> Iterator[str]:
    """Yield the links of a site that lead nowhere; addresses of other sites are not asked."""
    pages = {file: _Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        for link in dict.fromkeys(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.exists():
                yield f"{file.relative_to(site)}: {link} does not exist"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                yield f"{file.relative_to(site)}: {link} has no such place"


def main(site: Path) -> int:
    """Say which links are dead; return 1 where there are some."""
    found = list(dead(site.resolve()))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
