"""The built client, read once: whatever is not in this dictionary does not exist."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandtable</title>
<p>The browser client is not built here. <code>make play</code> builds it.</p>
</html>"""
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html",
         ".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".json": "application/json"}  # fmt: skip


@dataclass(frozen=True)
class File:
    """Something to serve, plain and compressed."""

    body: bytes
    packed: bytes
    type: str
    tag: str
    cache: str


def file(body: bytes, kind: str, cache: str) -> File:
    """A file that is compressed when that makes it smaller."""
    packed = gzip.compress(body, 9, mtime=0)
    return File(body, packed if len(packed) < len(body) else b"", kind, f'"{sha256(body).hexdigest()[:20]}"', cache)


def load(folder: Path = FOLDER) -> dict[str, File]:
    """Every file below a folder by its path; the page itself is "index.html"."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if path.is_file() and not path.is_symlink():
            name = path.relative_to(folder).as_posix()
            kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
            # Vite names what it builds after its content; everything else may change under its name.
            found[name] = file(path.read_bytes(), kind, FOR_EVER if name.startswith("assets/") else "no-cache")
    found.setdefault("index.html", file(NOT_BUILT, "text/html", "no-store"))
    return found
