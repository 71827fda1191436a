#!/usr/bin/env python3
"""Compares test runs of the same classes on different grounds and JDKs.

usage: test-report.py LABEL=DIRECTORY...   (directories with TEST-*.xml of Surefire or Failsafe)

Prints the numbers of each run. Fails when a run has no tests, failed ones, or a skipped one whose
reason does not begin with 'virtual time:', and when the runs differ in the tests they know.
The first run is the one on virtual time: nothing may be skipped there.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree

VIRTUAL_TIME = "virtual time:"


def read(directory):
    """Test name -> None where it ran, else the reason why it was skipped; and the failures."""
    tests, failures = {}, []
    for report in sorted(pathlib.Path(directory).glob("TEST-*.xml")):
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            name = f"{case.get('classname')}.{case.get('name')}"
            skipped = case.find("skipped")
            tests[name] = None if skipped is None else (skipped.get("message") or skipped.text or "no reason")
            if case.find("failure") is not None or case.find("error") is not None:
                failures.append(name)
    return tests, failures


def collapse(tests):
    """A class that is skipped whole is reported as one entry: compare by class then."""
    return {name.rsplit(".", 1)[0].split("$")[0] for name in tests}


def main(arguments):
    runs = [argument.split("=", 1) for argument in arguments]
    faults = []
    known = {}
    for label, directory in runs:
        tests, failures = read(directory)
        known[label] = tests
        skipped = {name: reason for name, reason in tests.items() if reason is not None}
        print(
            f"{label}: {len({n.rsplit('.', 1)[0] for n in tests})} classes, {len(tests)} tests, "
            f"{len(tests) - len(skipped)} run, {len(failures)} failed, "
            f"{len(skipped)} skipped for virtual time"
        )
        if not tests:
            faults.append(f"{label}: no test ran")
        faults += [f"{label}: failed: {name}" for name in failures]
        for name, reason in skipped.items():
            if label == runs[0][0] or VIRTUAL_TIME not in reason:
                faults.append(f"{label}: skipped: {name}: {reason}")
    first = runs[0][0]
    for label, _ in runs[1:]:
        for name in sorted(collapse(known[first]) ^ collapse(known[label])):
            faults.append(f"{first} and {label} differ: {name} is known to one of them only")
        ran = {name for name, reason in known[label].items() if reason is None}
        for name in sorted(ran - set(known[first])):
            faults.append(f"{label} ran {name}, which {first} did not")
        hidden = set(known[label]) - ran
        for name in sorted(set(known[first]) - ran):
            if name not in hidden and name.rsplit(".", 1)[0] not in {h.rsplit(".", 1)[0] for h in hidden}:
                faults.append(f"{label} did not run {name}")
    reasons = sorted({(n, r) for label in known for n, r in known[label].items() if r is not None})
    for name, reason in reasons:
        print(f"  virtual time only: {name}: {reason}")
    for fault in faults:
        print(f"FAULT {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
