"""The scenario of bin/check-takeover; uses Python's standard library alone."""

import json
import pathlib
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

EVERY = 0.02  # seconds between two requests of the load
MOST_SERVICES = 150  # beyond these, Services are only edited
LEASE_EXPIRES = 40  # seconds within which a standby must act after a crash; the lease lasts 15
SETTLE = 60  # seconds within which all must be handled at the end
WRITES = ("POST", "PUT", "PATCH", "DELETE")


class Server:
    """The API server as a process, with one user for each writer and one for the load."""

    def __init__(self, command, work, users):
        self.log = work / "requests.jsonl"
        self.kubeconfigs = {user: work / f"{user}.kubeconfig" for user in users}
        arguments = ["--http", "--kubeconfig", str(work / "admin.kubeconfig"), "--request-log", str(self.log)]
        for user, file in self.kubeconfigs.items():
            arguments += ["--user", f"{user}={file}"]
        self.process = subprocess.Popen(command + arguments, stdout=subprocess.PIPE, text=True)
        ready = self.process.stdout.readline()
        if not ready.startswith("ready:"):
            raise SystemExit(f"takeover: the API server did not start: {ready!r}")
        self.url = ready.split()[1].rstrip(",")
        text = (work / "admin.kubeconfig").read_text()
        self.token = next(line.split()[1] for line in text.splitlines() if "token:" in line)

    def request(self, method, path, body=None, content_type="application/json"):
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": content_type},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def accepted_writes(self):
        """(user, method, path) of each accepted write, in the order of the server's history."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines()]
        return [
            (line["user"], line["method"], line["path"])
            for line in lines
            if line["method"] in WRITES and 200 <= line["status"] < 300
        ]

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


class Load(threading.Thread):
    """Creates and edits a Service every 20 ms, and remembers what each should end as."""

    def __init__(self, server, service):
        super().__init__(daemon=True)
        self.server = server
        self.service = service
        self.expected = {}
        self.edits = 0
        self.failure = None
        self.ending = threading.Event()

    def run(self):
        try:
            due = time.monotonic()
            while not self.ending.is_set():
                self.step()
                due += EVERY
                time.sleep(max(0, due - time.monotonic()))
        except Exception as e:  # told by the main thread
            self.failure = e

    def step(self):
        self.edits += 1
        edit = f"v{self.edits}"
        if len(self.expected) < MOST_SERVICES and self.edits % 2 == 1:
            name = f"s{len(self.expected)}"
            self.server.request("POST", "/api/v1/namespaces/load/services", self.service(name, edit))
        else:
            name = f"s{(self.edits * 7) % len(self.expected)}"
            body = {"metadata": {"annotations": self.service(name, edit)["metadata"]["annotations"]}}
            self.server.request(
                "PATCH", f"/api/v1/namespaces/load/services/{name}", body, "application/merge-patch+json"
            )
        self.expected[name] = edit

    def finish(self):
        self.ending.set()
        self.join(20)
        if self.failure:
            raise self.failure


class Scenario:
    def __init__(self, title, server, work, start, service, handled):
        self.title, self.server, self.work = title, server, work
        self.start_command, self.handled = start, handled
        self.load = Load(server, service)
        self.processes = {}
        self.begin = time.monotonic()
        self.passed = self.failed = 0

    def tell(self, text):
        print(f"{time.monotonic() - self.begin:7.2f} s  {self.title}: {text}", flush=True)

    def check(self, text, holds, detail=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
        self.tell(("ok      " if holds else "FAILED  ") + text + ("" if holds else f": {detail}"))

    def start(self, user):
        log = open(self.work / f"{user}.log", "w")
        self.processes[user] = subprocess.Popen(
            self.start_command(user, str(self.server.kubeconfigs[user])), stdout=log, stderr=log
        )
        self.tell(f"{user} started")

    def wait(self, seconds, condition):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if condition():
                return True
            time.sleep(0.05)
        return False

    def handles_what_comes(self, user, within):
        """Whether the process acts for a Service that is edited from now on."""
        since = len(self.server.accepted_writes())
        return self.wait(within, lambda: any(w[0] == user and "/leases" not in w[2] for w in self.server.accepted_writes()[since:]))

    def run(self):
        first, second, third = list(self.server.kubeconfigs)
        try:
            self.load.start()
            self.start(first)
            self.check(f"{first} acts", self.handles_what_comes(first, 30), "within 30 s")
            self.start(second)
            time.sleep(3)
            self.processes[first].send_signal(signal.SIGKILL)
            self.tell(f"{first} gets SIGKILL")
            killed = time.monotonic()
            acts = self.handles_what_comes(second, LEASE_EXPIRES)
            self.check(
                f"{second} took over after {time.monotonic() - killed:.2f} s", acts, f"not within {LEASE_EXPIRES} s"
            )
            self.start(third)
            time.sleep(3)
            self.processes[second].send_signal(signal.SIGTERM)
            self.tell(f"{second} gets SIGTERM")
            terminated = time.monotonic()
            acts = self.handles_what_comes(third, LEASE_EXPIRES)
            self.check(
                f"{third} took over after {time.monotonic() - terminated:.2f} s", acts, f"not within {LEASE_EXPIRES} s"
            )
            status = self.processes[second].wait(30)
            self.check(f"{second} ended with 143", status == 143, f"status {status}")
            self.load.finish()
            self.tell(f"{self.load.edits} requests made and edited {len(self.load.expected)} Services")
            left = {}

            def all_handled():
                left.clear()
                left.update(self.handled(self.server, self.load.expected))
                return not left

            self.check("every Service ends handled", self.wait(SETTLE, all_handled), f"{len(left)} are not: {dict(list(left.items())[:3])}")
            self.no_late_writes(first, second)
            self.no_late_writes(second, third)
        finally:
            self.load.ending.set()
            for process in self.processes.values():
                if process.poll() is None:
                    process.kill()
                    process.wait()
            if self.failed:
                for user in self.processes:
                    print(f"--- {user}:", (self.work / f"{user}.log").read_text()[-3000:], file=sys.stderr)

    def no_late_writes(self, old, new):
        writes = self.server.accepted_writes()
        began = next((i for i, write in enumerate(writes) if write[0] == new), None)
        late = [] if began is None else [write for write in writes[began:] if write[0] == old]
        mine = sum(1 for write in writes if write[0] == old)
        self.check(
            f"of {mine} accepted writes of {old} none came after the first of {new}",
            began is not None and mine > 0 and not late,
            f"{late[:5]}",
        )


def mirror_service(name, edit):
    return {
        "metadata": {"name": name, "annotations": {"edit": edit}},
        "spec": {"ports": [{"port": 80}]},
    }


def mirror_handled(server, expected):
    items = server.request("GET", "/api/v1/namespaces/load/configmaps")["items"]
    found = {item["metadata"]["name"]: item["data"]["edit"] for item in items if "edit" in item.get("data", {})}
    return {name: (edit, found.get(name)) for name, edit in expected.items() if found.get(name) != edit}


def exposed_service(name, edit):
    service = mirror_service(name, edit)
    service["metadata"]["annotations"].update(
        {"fabric8.io/expose": "true", "fabric8.io/host.name": f"{name}-{edit}"}
    )
    return service


def exposed_handled(server, expected):
    ingresses = {
        item["metadata"]["name"]: item["spec"]["rules"][0]["host"]
        for item in server.request("GET", "/apis/networking.k8s.io/v1/namespaces/load/ingresses")["items"]
    }
    services = {
        item["metadata"]["name"]: item["metadata"]["annotations"].get("fabric8.io/exposeUrl", "")
        for item in server.request("GET", "/api/v1/namespaces/load/services")["items"]
    }
    return {
        name: (edit, ingresses.get(name), services.get(name))
        for name, edit in expected.items()
        if not ingresses.get(name, "").startswith(f"{name}-{edit}.")
        or not services.get(name, "").startswith(f"http://{name}-{edit}.")
    }


def main():
    # Commands, each up to the next option of ours: their own dashes must pass untouched.
    groups, current = {}, None
    for argument in sys.argv[1:]:
        if argument in ("--work", "--server", "--managers", "--samples"):
            current = groups.setdefault(argument[2:], [])
        else:
            current.append(argument)
    work = pathlib.Path(groups["work"][0])

    def managers(user, kubeconfig):
        return groups["managers"] + [kubeconfig, user]

    def samples(user, kubeconfig):
        return groups["samples"] + [
            "expose", "--domain", "example.com", "--kubeconfig", kubeconfig, "--identity", user,
        ]

    passed = failed = 0
    for title, start, service, handled in (
        ("managers", managers, mirror_service, mirror_handled),
        ("samples", samples, exposed_service, exposed_handled),
    ):
        folder = work / title
        folder.mkdir()
        server = Server(groups["server"], folder, [f"{title}-{i}" for i in (1, 2, 3)])
        try:
            server.request("POST", "/api/v1/namespaces", {"metadata": {"name": "load"}})
            scenario = Scenario(title, server, folder, start, service, handled)
            scenario.run()
            passed += scenario.passed
            failed += scenario.failed
        finally:
            server.stop()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
