"""Starts and stops a real Kubernetes control plane on loopback, for the recording scripts.

Python 3.9+, standard library only. One `ControlPlane` is one etcd, one kube-apiserver and, when
asked for, one kube-controller-manager that runs the garbage-collector and namespace controllers. All
of their files live in one temporary directory; leaving the `with` block ends the processes and
removes the directory, also after an error or an interrupt.
"""

import base64
import json
import os
import secrets
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ADMIN_TOKEN = "admin-token"
USER_TOKEN = "user-token"
START_SECONDS = 120
STOP_SECONDS = 15


class ControlPlaneError(Exception):
    """The control plane could not be started or reached; the text says which part and why."""


class Answer:
    """What the server answered: status code, headers (lower-case names) and body bytes."""

    def __init__(self, code, headers, body):
        self.code = code
        self.headers = headers
        self.body = body

    def json(self):
        return json.loads(self.body)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def write_service_account_key(path):
    """Writes a fresh P-256 private key as PEM.

    SEC 1 makes the public half optional and the server derives it, so a random scalar in DER is a
    whole key and neither openssl nor a Python package is needed.
    """
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    scalar = (secrets.randbelow(order - 1) + 1).to_bytes(32, "big")
    version = b"\x02\x01\x01"
    private_key = b"\x04\x20" + scalar
    prime256v1 = b"\xa0\x0a\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07"
    content = version + private_key + prime256v1
    der = b"\x30" + bytes([len(content)]) + content
    text = base64.encodebytes(der).decode().strip()
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as out:
        out.write(f"-----BEGIN EC PRIVATE KEY-----\n{text}\n-----END EC PRIVATE KEY-----\n")


class ControlPlane:
    """A running control plane; use it in a `with` statement.

    assets: directory with the binaries. feature_gates: text for --feature-gates. controllers:
    whether to run kube-controller-manager. extra_flags: more flags for kube-apiserver.
    """

    def __init__(self, assets, feature_gates="", controllers=False, extra_flags=()):
        self.assets = assets
        self.feature_gates = feature_gates
        self.controllers = controllers
        self.extra_flags = list(extra_flags)
        self.directory = None
        self.processes = []
        self.url = ""
        self.etcd_url = ""
        self.start_seconds = {}

    def __enter__(self):
        self.directory = tempfile.mkdtemp(prefix="control-plane-")
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *unused):
        self.stop()

    def _path(self, name):
        return os.path.join(self.directory, name)

    def _spawn(self, name, arguments):
        log = open(self._path(name + ".log"), "wb")
        binary = os.path.join(self.assets, name)
        try:
            process = subprocess.Popen([binary, *arguments], stdout=log, stderr=log,
                                       stdin=subprocess.DEVNULL, cwd=self.directory)
        except OSError as error:
            raise ControlPlaneError(f"cannot start {binary}: {error.strerror}") from error
        finally:
            log.close()
        self.processes.append((name, process))

    def _start(self):
        begin = time.monotonic()
        self._start_etcd()
        self.start_seconds["etcd"] = time.monotonic() - begin
        self._start_apiserver()
        self.start_seconds["kube-apiserver"] = time.monotonic() - begin
        if self.controllers:
            self._start_controller_manager()
            self.start_seconds["kube-controller-manager"] = time.monotonic() - begin

    def _start_etcd(self):
        client, peer = free_port(), free_port()
        self.etcd_url = f"http://127.0.0.1:{client}"
        peer_url = f"http://127.0.0.1:{peer}"
        self._spawn("etcd", [
            f"--data-dir={self._path('etcd')}",
            f"--listen-client-urls={self.etcd_url}",
            f"--advertise-client-urls={self.etcd_url}",
            f"--listen-peer-urls={peer_url}",
            f"--initial-advertise-peer-urls={peer_url}",
            f"--initial-cluster=default={peer_url}",
            "--unsafe-no-fsync",
            "--log-level=warn",
        ])
        self._await("etcd", self.etcd_url + "/health")

    def _start_apiserver(self):
        port = free_port()
        self.url = f"https://127.0.0.1:{port}"
        write_service_account_key(self._path("service-account.key"))
        with open(self._path("tokens.csv"), "w", encoding="ascii") as out:
            out.write(f'{ADMIN_TOKEN},admin,1,"system:masters"\n')
            out.write(f'{USER_TOKEN},user,2,"people"\n')
        flags = [
            f"--etcd-servers={self.etcd_url}",
            "--bind-address=127.0.0.1",
            f"--secure-port={port}",
            f"--cert-dir={self._path('certificates')}",
            "--service-cluster-ip-range=10.0.0.0/24",
            "--service-account-issuer=https://kubernetes.default.svc",
            f"--service-account-key-file={self._path('service-account.key')}",
            f"--service-account-signing-key-file={self._path('service-account.key')}",
            f"--token-auth-file={self._path('tokens.csv')}",
            "--authorization-mode=RBAC",
            "--allow-privileged=true",
            # Its tokens come from controllers that do not run here; with it no pod could be created.
            "--disable-admission-plugins=ServiceAccount",
            "--watch-cache=true",
            "--profiling=false",
        ]
        if self.feature_gates:
            flags.append(f"--feature-gates={self.feature_gates}")
        self._spawn("kube-apiserver", flags + self.extra_flags)
        self._await("kube-apiserver", self.url + "/readyz")

    def _start_controller_manager(self):
        port = free_port()
        kubeconfig = self._path("kubeconfig")
        with open(kubeconfig, "w", encoding="ascii") as out:
            out.write(self.kubeconfig())
        self._spawn("kube-controller-manager", [
            f"--kubeconfig={kubeconfig}",
            f"--authentication-kubeconfig={kubeconfig}",
            f"--authorization-kubeconfig={kubeconfig}",
            "--controllers=garbage-collector-controller,namespace-controller",
            "--leader-elect=false",
            "--bind-address=127.0.0.1",
            f"--secure-port={port}",
            f"--cert-dir={self._path('controller-manager-certificates')}",
        ])
        self._await("kube-controller-manager", f"https://127.0.0.1:{port}/healthz")

    def kubeconfig(self, token=ADMIN_TOKEN):
        """A kubeconfig, as JSON (which is YAML), for the given token."""
        return json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "recording",
            "clusters": [{"name": "recording", "cluster": {
                "server": self.url, "insecure-skip-tls-verify": True}}],
            "users": [{"name": "recording", "user": {"token": token}}],
            "contexts": [{"name": "recording", "context": {
                "cluster": "recording", "user": "recording"}}],
        })

    def request(self, method, path, body=None, accept="application/json",
                content_type="application/json", token=ADMIN_TOKEN):
        """Sends one request; any HTTP status is an `Answer`, not an error."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body, separators=(",", ":")).encode()
        headers = {"Accept": accept, "Authorization": f"Bearer {token}"}
        if data is not None:
            headers["Content-Type"] = content_type
        url = path if "://" in path else self.url + path
        request = urllib.request.Request(url, data=data, method=method, headers=headers)
        # The certificate is one that the server made for itself a moment ago.
        context = ssl._create_unverified_context() if url.startswith("https") else None
        try:
            with urllib.request.urlopen(request, context=context, timeout=60) as response:
                return self._answer(response.status, response)
        except urllib.error.HTTPError as error:
            with error:
                return self._answer(error.code, error)

    @staticmethod
    def _answer(code, response):
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(code, headers, response.read())

    def get_json(self, path, accept="application/json"):
        """GET that must succeed."""
        answer = self.request("GET", path, accept=accept)
        if answer.code != 200:
            raise ControlPlaneError(f"GET {path} answered {answer.code}: {answer.body[:300]!r}")
        return answer.json()

    def _await(self, name, url):
        deadline = time.monotonic() + START_SECONDS
        last = "no answer"
        while time.monotonic() < deadline:
            process = self.processes[-1][1]
            if process.poll() is not None:
                raise ControlPlaneError(f"{name} ended with exit code {process.returncode}:\n{self._tail(name)}")
            try:
                answer = self.request("GET", url)
                if answer.code == 200:
                    return
                last = f"HTTP {answer.code}"
            except OSError as error:
                last = str(error)
            time.sleep(0.1)
        raise ControlPlaneError(f"{name} was not ready after {START_SECONDS} s ({last}):\n{self._tail(name)}")

    def _tail(self, name):
        with open(self._path(name + ".log"), encoding="utf-8", errors="replace") as log:
            return "".join(log.readlines()[-15:])

    def stop(self):
        """Ends what was started, the newest first, and removes the files. Does nothing twice."""
        for _, process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes = []
        if self.directory:
            shutil.rmtree(self.directory, ignore_errors=True)
            self.directory = None
