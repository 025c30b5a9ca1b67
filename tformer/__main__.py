"""The command line: python -m tformer train | translate | generate | grade | site | ..."""

import sys

from tformer.commands.command_line import main

if __name__ == "__main__":
    for stream in filter(None, (sys.stdin, sys.stdout, sys.stderr)):
        # Files and pipes are UTF-8 on every system; a terminal shows "?" for what it cannot.
        known = {} if stream.isatty() else {"encoding": "utf-8"}
        if stream is sys.stdin:
            known = {name: "utf-8-sig" for name in known}  # a byte-order mark is no text
        stream.reconfigure(errors="surrogateescape" if stream is sys.stdin else "replace", **known)
    sys.exit(main())
