"""Takes the texts out of OpenAPI v3 documents, once for all documents, and puts them back.

A schema is in many documents and a parameter in hundreds of operations, always with the same text:
kept once they are a tenth of what the server sends. The in-JVM server puts them back (OpenApiTexts)
when a document is asked for, so that `kubectl explain` reads what it reads from a real one.

    {"schemas":    {definition: {"": its own text, property: text}},
     "parameters": {method: {"in name": text}}, # what most operations say; "path" for those of a whole path
     "places":     {path: {method: {"in name": text}}},    # where a path says something else
     "operations": {operationId: text},
     "responses":  {code: text},
     "tags":       {document: [tag]}}
"""

import collections

METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
WHOLE_PATH = "path"


class TextsDiffer(Exception):
    """Two places that were taken for the same have different texts."""


def _name(parameter):
    # A proxy has two called "path".
    return f"{parameter['in']} {parameter['name']}"


class Texts:
    """What was taken out so far."""

    def __init__(self):
        self.schemas = {}
        self.operations = {}
        self.responses = {}
        self.tags = {}
        self._parameters = collections.defaultdict(dict)

    def take(self, key, document):
        """Notes all texts of a document."""
        for name, schema in document.get("components", {}).get("schemas", {}).items():
            texts = {"": schema["description"]} if "description" in schema else {}
            for field, value in schema.get("properties", {}).items():
                if "description" in value:
                    texts[field] = value["description"]
            self._note(self.schemas, name, texts)
        for path, item in document.get("paths", {}).items():
            self._take_path(key, path, item)

    def _take_path(self, key, path, item):
        self._take_parameters(path, WHOLE_PATH, item)
        for method in METHODS:
            operation = item.get(method)
            if operation is None:
                continue
            self._take_parameters(path, method, operation)
            self._note(self.operations, operation["operationId"], operation["description"])
            self._note(self.tags, key, operation["tags"])
            for code, response in operation.get("responses", {}).items():
                self._note(self.responses, code, response.get("description", ""))

    def _take_parameters(self, path, method, owner):
        for parameter in owner.get("parameters", []):
            by_path = self._parameters[method, _name(parameter)]
            self._note(by_path, path, parameter.get("description", ""))

    @staticmethod
    def _note(texts, key, text):
        if texts.setdefault(key, text) != text:
            raise TextsDiffer(f"two texts of {key}: {texts[key]!r} and {text!r}")

    def document(self):
        """Everything, as one JSON document."""
        usual = collections.defaultdict(dict)
        places = collections.defaultdict(lambda: collections.defaultdict(dict))
        for (method, name), by_path in self._parameters.items():
            counts = collections.Counter(by_path.values())
            # The smallest of the most frequent, so that the same server gives the same file.
            most = usual[method][name] = min(counts, key=lambda text: (-counts[text], text))
            for path, text in by_path.items():
                if text != most:
                    places[path][method][name] = text
        return {"schemas": {name: texts for name, texts in self.schemas.items() if texts},
                "parameters": usual, "places": places, "operations": self.operations,
                "responses": self.responses, "tags": self.tags}


def restore(key, reduced, texts):
    """The document that the texts were taken from."""
    document = {**reduced, "components": {**reduced.get("components", {})}, "paths": {}}
    schemas = {}
    for name, schema in reduced.get("components", {}).get("schemas", {}).items():
        own = texts["schemas"].get(name, {})
        schema = {**schema, **({"description": own[""]} if "" in own else {})}
        if "properties" in schema:
            schema["properties"] = {field: {**value, **({"description": own[field]} if field in own else {})}
                                    for field, value in schema["properties"].items()}
        schemas[name] = schema
    if "schemas" in document["components"]:
        document["components"]["schemas"] = schemas
    for path, item in reduced.get("paths", {}).items():
        document["paths"][path] = _restore_path(key, path, item, texts)
    return document


def _restore_path(key, path, item, texts):
    special = texts["places"].get(path, {})

    def parameters(method, listed):
        described = []
        for parameter in listed:
            name = _name(parameter)
            text = special.get(method, {}).get(name, texts["parameters"][method][name])
            described.append({**parameter, **({"description": text} if text else {})})
        return described

    restored = {}
    for name, value in item.items():
        if name == "parameters":
            restored[name] = parameters(WHOLE_PATH, value)
        elif name in METHODS:
            operation = {**value, "description": texts["operations"][value["operationId"]], "tags": texts["tags"][key]}
            if "parameters" in operation:
                operation["parameters"] = parameters(name, operation["parameters"])
            if "responses" in operation:
                operation["responses"] = {code: {**response, "description": texts["responses"][code]}
                                          for code, response in operation["responses"].items()}
            restored[name] = operation
        else:
            restored[name] = value
    return restored
