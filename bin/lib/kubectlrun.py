"""Runs steps of a kubectl script against one server, and makes what was said comparable."""

import os
import re
import shutil
import stat
import subprocess
import time

LIMIT_SECONDS = 60


class ServerError(Exception):
    """bin/apiserver did not start; the text says why."""


class InJvmServer:
    """bin/apiserver, running; use it in a `with` statement."""

    START_SECONDS = 900  # the first start builds the jar

    def __init__(self, command, directory, *options):
        self.directory = directory
        self.command = [command, "--kubeconfig", os.path.join(directory, "kubeconfig"), *options]
        self.process = None

    def __enter__(self):
        os.makedirs(self.directory)
        log = os.path.join(self.directory, "log")
        with open(log, "wb") as out:
            self.process = subprocess.Popen(self.command, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + self.START_SECONDS
        while time.monotonic() < deadline:
            with open(log, encoding="utf-8", errors="replace") as said:
                text = said.read()
            if "\nready: " in "\n" + text:
                return self
            if self.process.poll() is not None:
                raise ServerError(f"bin/apiserver ended with exit code {self.process.returncode}:\n{text[-3000:]}")
            time.sleep(0.1)
        self.__exit__()
        raise ServerError(f"bin/apiserver was not ready after {self.START_SECONDS} s:\n{text[-3000:]}")

    def __exit__(self, *unused):
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def kubeconfig(self):
        with open(os.path.join(self.directory, "kubeconfig"), encoding="utf-8") as source:
            return source.read()


class Said:
    """What a command said: exit code and both streams."""

    def __init__(self, code, out, err):
        self.code = code
        self.out = out
        self.err = err


class Kubectl:
    """kubectl with a home of its own, so that discovery it keeps is that of its server."""

    def __init__(self, name, binary, home, kubeconfig):
        self.name = name
        self.binary = binary
        self.home = home
        os.makedirs(home)
        with open(os.path.join(home, "kubeconfig"), "w", encoding="utf-8") as out:
            out.write(kubeconfig)
        self.files = os.path.join(home, "files")
        self._watches = {}

    def begin(self, files):
        shutil.rmtree(self.files, ignore_errors=True)
        os.makedirs(self.files)
        for name, content in files.items():
            with open(os.path.join(self.files, name), "w", encoding="utf-8") as out:
                out.write(content)

    def end(self):
        for name in list(self._watches):
            self._stop(name)

    def run(self, step):
        if step.action == "start":
            return self._start(step)
        if step.action == "await":
            return self._await(step)
        if step.action == "stop":
            return self._stop(step.watch)
        try:
            done = subprocess.run([self.binary, *step.arguments], cwd=self.files, env=self._environment(step),
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, timeout=LIMIT_SECONDS, check=False)
        except subprocess.TimeoutExpired as late:
            return Said(-1, (late.stdout or b"").decode(), f"no end after {LIMIT_SECONDS} s\n")
        return Said(done.returncode, done.stdout, done.stderr)

    def _environment(self, step):
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, "TERM": "dumb",
                       "KUBECONFIG": os.path.join(self.home, "kubeconfig")}
        if step.editor:
            editor = os.path.join(self.home, "editor")
            with open(editor, "w", encoding="utf-8") as out:
                out.write(f"#!/bin/sh\nexec sed -i -e '{step.editor}' \"$1\"\n")
            os.chmod(editor, os.stat(editor).st_mode | stat.S_IXUSR)
            environment["KUBE_EDITOR"] = editor
        return environment

    def _start(self, step):
        out = open(os.path.join(self.home, f"watch-{step.watch}"), "w+b")
        process = subprocess.Popen([self.binary, *step.arguments], cwd=self.files, env=self._environment(step),
                                   stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        self._watches[step.watch] = (process, out)

    def _text(self, name):
        out = self._watches[name][1]
        out.seek(0)
        return out.read().decode()

    def _await(self, step):
        deadline = time.monotonic() + LIMIT_SECONDS
        while time.monotonic() < deadline:
            if re.search(step.pattern, self._text(step.watch)):
                return
            time.sleep(0.05)
        # What it said until now differs from the real one, and shows where it is stopped.

    def _stop(self, name):
        text = self._text(name)
        process, out = self._watches.pop(name)
        process.terminate()
        process.wait()
        out.close()
        return Said(0, text, "")


_PATTERNS = (
    (re.compile(r"https?://127\.0\.0\.1:\d+"), "<server>"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"), "<time>"),
    (re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}"), "<time>"),
    (re.compile(r"\b(\d+d)?(\d+h)?(\d+m)?\d+s\b|<invalid>"), "<age>"),
    (re.compile(r'(resourceVersion"?: ?"?)\d+'), r"\1<version>"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4}"), "<time>"),
    (re.compile(r"/tmp/(LIVE|MERGED)-\d+"), r"<\1>"),
    (re.compile(r"\b[IWE]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ "), "<log> "),
    (re.compile(r"\b10\.0\.0\.\d+\b"), "<cluster-ip>"),
)
_UID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")


def normalize(said, step):
    """What must be equal on all servers: without uids, times, versions, addresses and column widths."""
    text = "".join(f"{name}: {line.rstrip()}\n" for name, stream in (("out", said.out), ("err", said.err))
                   for line in stream.splitlines())
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    uids = {}
    text = _UID.sub(lambda uid: uids.setdefault(uid[0], f"<uid-{len(uids) + 1}>"), text)
    # An age of another length moves the columns.
    lines = [re.sub(r"(?<=\S) {2,}", "  ", line) for line in text.splitlines()]
    if step.sort:
        lines.sort()
    return f"exit code {said.code}\n" + "".join(line + "\n" for line in lines)
