#!/usr/bin/env python3
"""The Helm chart, rendered by Helm itself and checked against Kubernetes' published schemas.

    PYTHONPATH=FOLDER-WITH-kubernetes-validate tests/launchers/check_helm.py --helm PATH

Custom resources (ServiceMonitor) are checked by schemas of Assay's own, below deploy/helm/schemas. Every option that
the chart gives `assay` must be one that the program has.
"""

import argparse
import itertools
import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import kubernetes_validate
import yaml

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
from harness.server import binary  # noqa: E402

HELM = TESTS.parent / "deploy" / "helm"
CHART = HELM / "assay"
VERSIONS = ["1.29", "1.31", "1.34"]
OWN = {"ServiceMonitor": json.loads((HELM / "schemas" / "servicemonitor.json").read_text())}
# Beside the three files: what turns each part on and off.
MORE = [
    ["insecure=true"], ["insecure=true", "front.enabled=false", "networkPolicy.enabled=false"],
    ["tokensSecret=t", "nodes.tier=landlock", "monitoring.serviceMonitor=true", "front.enabled=false"],
    ["tokensSecret=t", "nodes.tier=privileged", "autoscaling.enabled=true", "imagePullSecrets[0].name=s"],
]
REFUSED = [([], "tokensSecret: name a Secret"), (["insecure=true", "nodes.tier=strong"], "nodes.tier: must be")]


def helm(path, *arguments):
    return subprocess.run([path, *arguments], capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)


def render(path, version, arguments):
    done = helm(path, "template", "trial", str(CHART), "--namespace", "reward", "--kube-version", version + ".0",
                *arguments)
    assert done.returncode == 0, done.stderr
    return [each for each in yaml.safe_load_all(done.stdout) if each]


def options_of(*command):
    told = subprocess.run([binary(), *command, "--help"], capture_output=True, text=True, timeout=60, check=True)
    return set(re.findall(r"--[a-z][a-z-]*", told.stdout))


def check(resources, version, known):
    kinds = set()
    for resource in resources:
        kinds.add(resource["kind"])
        if resource["kind"] in OWN:
            jsonschema.validate(resource, OWN[resource["kind"]])
        else:
            kubernetes_validate.validate(resource, version, strict=True)
        pod = resource.get("spec", {}).get("template", {}).get("spec", {})
        for container in pod.get("containers", []) + pod.get("initContainers", []):
            if container["command"][0] != "assay":
                continue
            given = {argument.partition("=")[0] for argument in container["args"]}
            assert given <= known[tuple(container["command"][1:])], given - known[tuple(container["command"][1:])]
        if resource["kind"] == "StatefulSet":
            drain = int(next(argument.partition("=")[2] for argument in pod["containers"][0]["args"]
                             if argument.startswith("--drain-timeout-s=")))
            assert pod["terminationGracePeriodSeconds"] > drain + 5
            assert {"startupProbe", "livenessProbe", "readinessProbe", "lifecycle"} <= set(pod["containers"][0])
    return kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--helm", required=True)
    options = parser.parse_args()
    known = {("serve",): options_of("serve"), ("cluster", "render"): options_of("cluster", "render")}
    variations = [["-f", str(path)] for path in sorted(CHART.glob("values-*.yaml"))]
    assert len(variations) == 3
    variations += [list(itertools.chain(*(("--set", each) for each in more))) for more in MORE]
    count, kinds = 0, set()
    for version, arguments in itertools.product(VERSIONS, variations):
        resources = render(options.helm, version, arguments)
        kinds |= check(resources, version, known)
        count += len(resources)
    for settings, why in REFUSED:
        refused = helm(options.helm, "template", "trial", str(CHART), "--kube-version", "1.31.0",
                       *itertools.chain(*(("--set", each) for each in settings)))
        assert refused.returncode != 0 and why in refused.stderr, refused.stderr
    linted = helm(options.helm, "lint", str(CHART), "--kube-version", "1.31.0", "-f", str(CHART / "values-cluster.yaml"))
    assert linted.returncode == 0, linted.stdout
    print(f"helm: {count} resources of {len(variations)} variations for Kubernetes {', '.join(VERSIONS)}: {', '.join(sorted(kinds))}")


if __name__ == "__main__":
    main()
