"""A page in Chromium that lives: its theme is switched, it is made narrow, printed, and read aloud."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import tempfile
import time
from urllib.request import urlopen

import websocket
from browser.fit import OPTIONS, find_browser

LIGHT, DARK = "rgb(255, 255, 255)", "rgb(13, 17, 23)"
PAPERS = """JSON.stringify(
    [...document.querySelectorAll("svg.adviz rect.adviz-paper")].map(e => getComputedStyle(e).fill))"""


class Tab:
    """A tab of a browser of its own; ``with Tab(file) as tab``."""

    def __init__(self, file, *, width=1200, scheme="light"):
        self._file, self._width, self._scheme = file, width, scheme
        self._number = 0

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._browser = subprocess.Popen(
            [find_browser(), *OPTIONS, f"--user-data-dir={self._folder.name}", "--remote-debugging-port=0",
             "--remote-allow-origins=*", "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        port = next(
            found[1] for line in self._browser.stderr if (found := re.search(rb"127\.0\.0\.1:(\d+)/", line))
        )
        with urlopen(f"http://127.0.0.1:{port.decode()}/json", timeout=30) as listed:
            page = next(each for each in json.load(listed) if each["type"] == "page")
        self._socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60)
        self.call("Page.enable")
        small = self._width < 500
        size = {"width": self._width, "height": 900, "deviceScaleFactor": 1, "mobile": small}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        feature = {"name": "prefers-color-scheme", "value": self._scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])
        self.call("Page.navigate", url=self._file.as_uri())
        for _ in range(200):
            if self.value("document.readyState") == "complete":
                break
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        self._socket.close()
        self._browser.kill()
        self._browser.wait()
        self._browser.stderr.close()
        self._folder.cleanup()

    def call(self, method, **params):
        """Return what the browser answers."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def value(self, expression):
        """Return the value of a JavaScript expression in the page."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def papers(self):
        """Return the colours of the grounds of all pictures."""
        return json.loads(self.value(PAPERS))

    def names(self):
        """Return what a screen reader calls everything on the page."""
        self.call("Accessibility.enable")
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [node["name"]["value"] for node in nodes if node.get("name", {}).get("value")]

    def overflow(self):
        """Return by how many pixels the page is wider than the window."""
        return self.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def printed(self):
        """Return the page as PDF, as people print it."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])
