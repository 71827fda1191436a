"""Probes how each built-in resource behaves where discovery and OpenAPI do not tell.

Per resource, keyed "<group>/<version>/<plural>" (core: "/v1/pods"):
  fieldSelectors   field labels that list accepts, beyond metadata.name and metadata.namespace
and, for those that minimal-objects.json has a valid object of:
  createOnUpdate        PUT of a missing object creates it
  unconditionalUpdate   PUT without a resourceVersion is accepted
  deleteAnswer          "Status" or "Object": what an immediate DELETE answers with
  orphansByDefault      DELETE without options orphans the dependents
  generation            whether the object has metadata.generation after create
  generationOnMetadata  which of "annotations", "labels" make the generation grow
  generationOnSpec      whether the object's "change" makes it grow (only where there is one)
  finalizersOnCreate    finalizers that admission adds by itself
  mainKeepsStatus       PUT on the main endpoint keeps the stored status (only with a status subresource)
  statusOnCreate        what create leaves of a status in the body: "kept" or "dropped" (same)
  statusKeepsMetadata   /status ignores labels and annotations in the body (same)
To cover another resource, add an object to minimal-objects.json; nothing here names one.
"""

import copy
import json
import os
import time

from controlplane import ControlPlaneError

MERGE_PATCH = "application/merge-patch+json"
NAMESPACE = "default"
GONE_SECONDS = 15
# Every label that some type of Kubernetes converts (its conversion.go files); the server says which
# of them a resource really accepts.
FIELD_LABELS = (
    "action", "involvedObject.apiVersion", "involvedObject.fieldPath", "involvedObject.kind", "involvedObject.name",
    "involvedObject.namespace", "involvedObject.resourceVersion", "involvedObject.uid", "reason", "regarding.apiVersion",
    "regarding.fieldPath", "regarding.kind", "regarding.name", "regarding.namespace", "regarding.resourceVersion",
    "regarding.uid", "reportingComponent", "reportingController", "source", "spec.clusterIP", "spec.driver",
    "spec.holderIdentity", "spec.host", "spec.hostNetwork", "spec.nodeName", "spec.podName", "spec.pool.name",
    "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName", "spec.signerName", "spec.type",
    "spec.unschedulable", "spec.versions", "status.nominatedNodeName", "status.phase", "status.podIP", "status.podIPs",
    "status.replicas", "status.successful", "type",
)


def record_traits(control_plane):
    """The traits, and the keys of the minimal objects whose resource this server does not have."""
    traits = {}
    faults = []
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "minimal-objects.json"), encoding="utf-8") as source:
        examples = json.load(source)
    for key, resource in _resources(control_plane).items():
        prober = _Prober(control_plane, key, resource)
        entry = {}
        if "list" in resource["verbs"]:
            entry["fieldSelectors"] = prober.field_selectors()
        if key in examples:
            try:
                entry.update(prober.behaviour(**examples.pop(key)))
            except ControlPlaneError as error:
                # The rest is probed all the same, so that one run shows all faults.
                faults.append(str(error))
        if entry:
            traits[key] = entry
    if faults:
        raise ControlPlaneError("\n".join(faults))
    return traits, sorted(examples)


def _resources(control_plane):
    found = {}
    lists = ["/api/v1"]
    for group in control_plane.get_json("/apis")["groups"]:
        lists.extend(f"/apis/{version['groupVersion']}" for version in group["versions"])
    for path in lists:
        listing = control_plane.get_json(path)
        group_version = listing["groupVersion"]
        group_version = group_version if "/" in group_version else "/" + group_version
        for resource in listing["resources"]:
            if "/" not in resource["name"]:
                subresources = {other["name"].split("/", 1)[1] for other in listing["resources"]
                                if other["name"].startswith(resource["name"] + "/")}
                found[f"{group_version}/{resource['name']}"] = {**resource, "path": path, "subresources": subresources}
    return found


class _Prober:
    """The probes of one resource; each starts from a fresh object and leaves none behind."""

    def __init__(self, control_plane, key, resource):
        self.server = control_plane
        self.key = key
        self.resource = resource
        scope = f"/namespaces/{NAMESPACE}" if resource["namespaced"] else ""
        self.collection = f"{resource['path']}{scope}/{resource['name']}"

    def field_selectors(self):
        return [label for label in FIELD_LABELS if self._accepts(label)]

    def _accepts(self, label):
        # A value that means nothing is fine for text; booleans and numbers are parsed by no list.
        answer = self.server.request("GET", f"{self.collection}?limit=1&fieldSelector={label}%3Dx")
        if answer.code not in (200, 400):
            raise ControlPlaneError(f"{self.key}: fieldSelector {label} answered {answer.code}: {answer.body[:300]!r}")
        return answer.code == 200

    def behaviour(self, object, change=None, status=None):
        self.example = object
        result = {"createOnUpdate": self._create_on_update()}
        created = self._create()
        finalizers = created["metadata"].get("finalizers", [])
        if finalizers:
            result["finalizersOnCreate"] = finalizers
        result["generation"] = "generation" in created["metadata"]
        result["unconditionalUpdate"] = self._unconditional_update()
        result["generationOnMetadata"] = [name for name in ("annotations", "labels")
                                          if self._grows({"metadata": {name: {"probe": "generation"}}})]
        if change is not None:
            result["generationOnSpec"] = self._grows(change)
        if status is not None:
            result["mainKeepsStatus"] = self._main_keeps_status(status)
            result["statusKeepsMetadata"] = self._status_keeps_metadata()
        result["deleteAnswer"] = self._delete()
        result["orphansByDefault"] = self._orphans_by_default()
        if status is not None:
            result["statusOnCreate"] = self._status_on_create(status)
        return result

    @property
    def item(self):
        return f"{self.collection}/{self.example['metadata']['name']}"

    def _send(self, method, path, body=None, content_type="application/json", expect=(200, 201, 202)):
        answer = self.server.request(method, path, body, content_type=content_type)
        if answer.code not in expect:
            raise ControlPlaneError(f"{self.key}: {method} {path} answered {answer.code}: {answer.body[:500]!r}")
        return answer.json()

    def _create(self, **changes):
        return self._send("POST", self.collection, {**self.example, **changes})

    def _create_on_update(self):
        answer = self.server.request("PUT", self.item, self.example)
        if answer.code in (200, 201):
            self._remove()
            return True
        if answer.code in (404, 409, 422):
            # 409 and 422: the type demands a resource version before it looks whether there is an object.
            return False
        raise ControlPlaneError(f"{self.key}: PUT of a missing object answered {answer.code}: {answer.body[:500]!r}")

    def _unconditional_update(self):
        current = self._send("GET", self.item)
        del current["metadata"]["resourceVersion"]
        current["metadata"]["labels"] = {**current["metadata"].get("labels", {}), "probe": "unconditional"}
        answer = self.server.request("PUT", self.item, current)
        if answer.code not in (200, 409, 422):
            raise ControlPlaneError(f"{self.key}: PUT without resourceVersion answered {answer.code}: {answer.body[:500]!r}")
        return answer.code == 200

    def _grows(self, patch):
        before = self._send("GET", self.item)["metadata"].get("generation", 0)
        return self._send("PATCH", self.item, patch, MERGE_PATCH)["metadata"].get("generation", 0) > before

    def _main_keeps_status(self, status):
        self._send("PATCH", self.item + "/status", {"status": status}, MERGE_PATCH)
        stored = self._send("GET", self.item)
        if not _contains(stored.get("status", {}), status):
            raise ControlPlaneError(f"{self.key}: /status did not store {status}: {stored.get('status')}")
        changed = copy.deepcopy(stored)
        del changed["status"]
        changed["metadata"]["labels"] = {"probe": "status"}
        return self._send("PUT", self.item, changed).get("status") == stored["status"]

    def _status_keeps_metadata(self):
        kept = {}
        for name in ("annotations", "labels"):
            answer = self._send("PATCH", self.item + "/status", {"metadata": {name: {"probe-status": "x"}}}, MERGE_PATCH)
            kept[name] = "probe-status" not in answer["metadata"].get(name, {})
        return [name for name, value in kept.items() if value]

    def _status_on_create(self, status):
        created = self._create(status=status)
        self._remove()
        return "kept" if _contains(created.get("status", {}), status) else "dropped"

    def _delete(self):
        """Deletes at once, finalizers taken away before, and tells the shape of the answer."""
        self._drop_finalizers()
        answer = self._send("DELETE", self.item + "?gracePeriodSeconds=0&propagationPolicy=Background")
        self._await_gone()
        return "Status" if answer["kind"] == "Status" else "Object"

    def _orphans_by_default(self):
        """Whether a DELETE without options leaves the dependents: then it waits with a finalizer."""
        self._create()
        self._drop_finalizers()
        answer = self._send("DELETE", self.item)
        orphans = "orphan" in answer.get("metadata", {}).get("finalizers", [])
        if orphans:
            self._drop_finalizers()
        self._await_gone()
        return orphans

    def _remove(self):
        self._drop_finalizers()
        self._send("DELETE", self.item + "?gracePeriodSeconds=0&propagationPolicy=Background")
        self._await_gone()

    def _drop_finalizers(self):
        if self._send("GET", self.item)["metadata"].get("finalizers"):
            self._send("PATCH", self.item, {"metadata": {"finalizers": None}}, MERGE_PATCH)

    def _await_gone(self):
        answer = self.server.request("GET", self.item)
        if answer.code == 200 and "finalize" in self.resource["subresources"]:
            # A namespace keeps spec.finalizers, which only its /finalize endpoint changes.
            current = answer.json()
            current["spec"]["finalizers"] = []
            self._send("PUT", self.item + "/finalize", current)
            answer = self.server.request("GET", self.item)
        # A custom resource definition goes when the server has removed its instances.
        deadline = time.monotonic() + GONE_SECONDS
        while answer.code != 404 and time.monotonic() < deadline:
            time.sleep(0.05)
            answer = self.server.request("GET", self.item)
        if answer.code != 404:
            raise ControlPlaneError(f"{self.key}: still there after its deletion ({answer.code}): {answer.body[:500]!r}")


def _contains(actual, expected):
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(key in actual and _contains(actual[key], value)
                                                for key, value in expected.items())
    if isinstance(expected, list):
        return (isinstance(actual, list) and len(actual) == len(expected)
                and all(_contains(*pair) for pair in zip(actual, expected)))
    return actual == expected
