"""Records discovery, version and OpenAPI v3.

The result is a dict from file name to JSON value. `index.json` says which file answers which path.
"""

import hashlib
import json
import os
import shutil

from controlplane import ControlPlaneError
from descriptions import Texts, restore

AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
OPERATION_KEYS = ("operationId", "parameters", "requestBody", "responses",
                  "x-kubernetes-action", "x-kubernetes-group-version-kind")
METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
# Values under these keys are data, not schemas: a field called "description" in them must stay.
OPAQUE_KEYS = ("default", "enum", "example", "const")


def record_documents(control_plane):
    documents = {}
    index = {"legacyDiscovery": {}, "aggregatedDiscovery": {}, "openapi": {}}

    def keep(section, path, file, value):
        documents[file] = value
        index[section][path] = file

    documents["version.json"] = _without_build(control_plane.get_json("/version"))
    for path in ("/api", "/apis"):
        keep("aggregatedDiscovery", path, f"discovery/aggregated/{_flat(path)}.json",
             control_plane.get_json(path, accept=AGGREGATED))
    for path in _legacy_paths(control_plane):
        keep("legacyDiscovery", path, f"discovery/legacy/{_flat(path)}.json",
             _without_address(control_plane.get_json(path)))
    openapi = control_plane.get_json("/openapi/v3")
    documents["openapi/index.json"] = openapi
    texts = Texts()
    whole = {path: control_plane.get_json(entry["serverRelativeURL"]) for path, entry in openapi["paths"].items()}
    for path, document in whole.items():
        texts.take(path, document)
        keep("openapi", path, f"openapi/{_flat(path)}.json", reduce_openapi(document))
    documents["openapi/descriptions.json"] = texts.document()
    for path, document in whole.items():
        if restore(path, documents[index["openapi"][path]], documents["openapi/descriptions.json"]) != document:
            raise ControlPlaneError(f"the OpenAPI document {path} holds something that its reduced form loses")
    index["openapiDescriptions"] = "openapi/descriptions.json"
    index["openapiSha256"] = {path: _sha256(document) for path, document in whole.items()}
    index["kubernetesVersion"] = documents["version.json"]["gitVersion"].lstrip("v")
    index["openapiIndex"] = "openapi/index.json"
    index["version"] = "version.json"
    index["traits"] = "traits.json"
    documents["index.json"] = index
    return documents


def _sha256(document):
    """Of the document with sorted keys and no spaces: what a test compares the served one with."""
    return hashlib.sha256(dump(document, 0).encode()).hexdigest()


def _flat(path):
    return path.strip("/.").replace("/", "_")


def _legacy_paths(control_plane):
    paths = ["/api", "/api/v1", "/apis"]
    for group in control_plane.get_json("/apis")["groups"]:
        paths.append(f"/apis/{group['name']}")
        paths.extend(f"/apis/{version['groupVersion']}" for version in group["versions"])
    return paths


def _without_build(version):
    """Which Go built the recorded server, and for which machine, is nothing that ours could say too."""
    return {**version, "goVersion": "", "compiler": "", "platform": "", "gitCommit": ""}


def _without_address(value):
    """The server's own address differs with each start; whoever serves the document fills it in."""
    for entry in value.get("serverAddressByClientCIDRs", []):
        entry["serverAddress"] = ""
    return value


def reduce_openapi(document):
    """Drops the texts, which are kept once for all documents; keeps everything else."""
    reduced = dict(document)
    if "schemas" in document.get("components", {}):
        schemas = {name: strip(schema) for name, schema in document["components"]["schemas"].items()}
        reduced["components"] = {**document["components"], "schemas": schemas}
    reduced["paths"] = {path: _reduce_path(item) for path, item in document.get("paths", {}).items()}
    return reduced


def strip(value):
    """Removes the keyword `description` (a text), but not a property of that name (a schema)."""
    if isinstance(value, list):
        return [strip(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _strip_keyword(key, item) for key, item in value.items()
            if not (key == "description" and isinstance(item, str))}


def _strip_keyword(key, value):
    if key in OPAQUE_KEYS:
        return value
    if key == "properties" and isinstance(value, dict):
        # Here the keys are names that happen to be anything, also "default" or "enum".
        return {name: strip(schema) for name, schema in value.items()}
    return strip(value)


def _reduce_path(item):
    reduced = {}
    for key, value in item.items():
        if key == "parameters":
            reduced[key] = strip(value)
        elif key in METHODS:
            operation = {name: strip(value[name]) for name in OPERATION_KEYS if name in value}
            for response in operation.get("responses", {}).values():
                # Required by OpenAPI 3.0, so an empty text instead of none.
                response["description"] = ""
            reduced[key] = operation
    return reduced


def dump(value, open_levels):
    """Compact JSON with sorted keys; the outer levels get one entry per line, for readable diffs."""
    if open_levels == 0 or not value or not isinstance(value, (dict, list)):
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if isinstance(value, list):
        return "[\n" + ",\n".join(dump(item, open_levels - 1) for item in value) + "\n]"
    entries = (json.dumps(key, ensure_ascii=False) + ":" + dump(value[key], open_levels - 1) for key in sorted(value))
    return "{\n" + ",\n".join(entries) + "\n}"


def write_documents(target, documents):
    """Writes all documents in place of the old ones; returns their size in bytes.

    What is no JSON document came from another recorder (protobuf.tsv), and stays.
    """
    staging = target + ".new"
    shutil.rmtree(staging, ignore_errors=True)
    if os.path.isdir(target):
        shutil.copytree(target, staging, ignore=shutil.ignore_patterns("*.json"))
    size = 0
    for name, value in documents.items():
        path = os.path.join(staging, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        data = (dump(value, 3) + "\n").encode()
        size += len(data)
        with open(path, "wb") as out:
            out.write(data)
    shutil.rmtree(target, ignore_errors=True)
    os.rename(staging, target)
    return size
