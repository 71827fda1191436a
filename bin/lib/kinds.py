"""Generates the table that core's `Kind.of(V1*.class)` reads: model class -> resource.

client-java names a model by version and kind (V1Deployment) and puts the first label of the group in
front where two groups share that name (CoreV1Event, EventsV1Event). The table names only classes that
are in the jar; a class that two resources could claim fails the generator instead of being guessed.
"""

import glob
import os
import subprocess
import zipfile

COLUMNS = ("class", "group", "version", "kind", "plural", "singular", "scope", "verbs", "status", "shortNames")
MODELS = "io/kubernetes/client/openapi/models/"
# Without these a generator that matched nothing would look like a success.
EXPECTED = ("V1Pod", "V1ConfigMap", "V1Deployment", "V1Lease", "V1Ingress", "V2HorizontalPodAutoscaler", "CoreV1Event",
            "EventsV1Event", "V1CustomResourceDefinition", "V1APIService")


class KindTableError(Exception):
    """The table cannot be made as it must be; the text says why."""


def models_jar(version):
    """The client-java-api jar in the local Maven repository, downloaded by Maven when it is missing."""
    repository = os.path.join(os.path.expanduser("~"), ".m2", "repository")
    path = os.path.join(repository, "io", "kubernetes", "client-java-api", version, f"client-java-api-{version}.jar")
    if not glob.glob(path):
        artifact = f"io.kubernetes:client-java-api:{version}"
        try:
            result = subprocess.run(["mvn", "-q", "dependency:get", f"-Dartifact={artifact}", "-Dtransitive=false",
                                     f"-Dmaven.repo.local={repository}"], check=False)
        except FileNotFoundError as error:
            raise KindTableError(f"mvn is not on the PATH and {path} is missing") from error
        if result.returncode != 0 or not os.path.exists(path):
            raise KindTableError(f"Maven could not fetch {artifact}")
    return path


def _classes(jar):
    with zipfile.ZipFile(jar) as archive:
        names = (name for name in archive.namelist() if name.startswith(MODELS) and name.endswith(".class"))
        return {name[len(MODELS):-len(".class")] for name in names if "$" not in name}


def _resources(documents):
    for path in ("api", "apis"):
        for group in documents[f"discovery/aggregated/{path}.json"]["items"]:
            for version in group["versions"]:
                for resource in version["resources"]:
                    yield group["metadata"].get("name", ""), version["version"], resource


def _class_name(classes, group, version, kind):
    base = version[0].upper() + version[1:] + kind
    prefix = (group or "core").split(".")[0]
    # The longer name first: where it exists, the short one belongs to some other group.
    for candidate in (prefix[0].upper() + prefix[1:] + base, base):
        if candidate in classes:
            return candidate
    return None


def kind_table(documents, jar):
    """The table's text: one header line, then one line per kind, sorted by class name."""
    classes = _classes(jar)
    rows = {}
    for group, version, resource in _resources(documents):
        kind = resource["responseKind"]["kind"]
        name = _class_name(classes, group, version, kind)
        if name is None:
            continue
        if name in rows:
            raise KindTableError(f"{name} would stand for two resources: {rows[name]} and {group}/{version} {kind}")
        status = any(sub["subresource"] == "status" for sub in resource.get("subresources", []))
        rows[name] = (name, group, version, kind, resource["resource"], resource["singularResource"], resource["scope"],
                      ",".join(sorted(resource["verbs"])), str(status).lower(), ",".join(resource.get("shortNames", [])))
    missing = [name for name in (*EXPECTED, *rows) if name not in classes or name not in rows]
    if missing:
        raise KindTableError(f"these classes are not in {jar} or not in discovery: {', '.join(missing)}")
    lines = ["\t".join(COLUMNS), *("\t".join(rows[name]) for name in sorted(rows))]
    return "\n".join(lines) + "\n"
