"""Reads the scripts of bin/check-kubectl; conformance/kubectl/README.md tells their form."""

import re
import shlex


class ScriptError(Exception):
    """A script cannot be read; the text names file, line and what is wrong."""


class Script:
    def __init__(self, name):
        self.name = name
        self.files = {}
        self.steps = []


class Step:
    """One line that does something.

    action: run, start (a watch), await (a watch has said something) or stop (a watch; compares).
    sort: whether the order of lines is not the server's to decide. hidden: not compared.
    """

    def __init__(self, action, text, arguments=(), watch="", pattern="", editor="", sort=False, hidden=False):
        self.action = action
        self.text = text
        self.arguments = list(arguments)
        self.watch = watch
        self.pattern = pattern
        self.editor = editor
        self.sort = sort
        self.compared = action in ("run", "stop") and not hidden


_FILE = re.compile(r"<<< (\S+)$")
_PREFIXES = re.compile(r"((?:sorted |hidden |edit '[^']*' )*)\$ (.*)$")


def read_script(path):
    with open(path, encoding="utf-8") as source:
        lines = source.read().split("\n")
    script = Script(path.rsplit("/", 1)[-1].rsplit(".", 1)[0])
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        file = _FILE.match(line)
        if file:
            begin = number
            while number < len(lines) and lines[number] != ">>>":
                number += 1
            if number == len(lines):
                raise ScriptError(f"{path}:{begin}: the file {file[1]} has no end '>>>'")
            script.files[file[1]] = "\n".join(lines[begin:number]) + "\n"
            number += 1
        elif line.strip() and not line.startswith("#"):
            script.steps.append(_step(path, number, line))
    return script


def _step(path, number, line):
    words = line.split(" ", 2)
    if words[0] == "start" and len(words) == 3:
        return Step("start", line, shlex.split(words[2]), watch=words[1])
    if words[0] == "await" and len(words) == 3:
        return Step("await", line, watch=words[1], pattern=words[2])
    if words[0] == "stop" and len(words) == 2:
        return Step("stop", line, watch=words[1])
    command = _PREFIXES.match(line)
    if not command:
        raise ScriptError(f"{path}:{number}: '{line}' is no step: '$ …', 'start NAME …', 'await NAME PATTERN' or 'stop NAME'")
    editor = re.search(r"edit '([^']*)'", command[1])
    return Step("run", line, shlex.split(command[2]), editor=editor[1] if editor else "",
                sort="sorted " in command[1], hidden="hidden " in command[1])
