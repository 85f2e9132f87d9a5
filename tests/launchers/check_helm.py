#!/usr/bin/env python3
"""The Helm chart, rendered by Helm itself and checked against Kubernetes' published schemas.

    PYTHONPATH=FOLDER-WITH-kubernetes-validate tests/launchers/check_helm.py --helm PATH

Custom resources (ServiceMonitor, ScaledObject) are checked by schemas of Assay's own, below deploy/helm/schemas. Every
option that the chart gives `assay` must be one that the program has, and what its parts say of each other must agree.
What scales by KEDA is asked of Prometheus' own rules (promtool, where it is installed).
"""

import argparse
import collections
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import jsonschema
import kubernetes_validate
import yaml

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
from harness.server import binary  # noqa: E402

HELM = TESTS.parent / "deploy" / "helm"
CHART = HELM / "assay"
VERSIONS = ["1.29", "1.31", "1.34"]
OWN = {kind: json.loads((HELM / "schemas" / f"{kind.lower()}.json").read_text()) for kind in ("ServiceMonitor", "ScaledObject")}
KEDA = ["autoscaling.by=keda", "autoscaling.prometheus=http://prometheus:9090", "monitoring.serviceMonitor=true"]
# Beside the three files: what turns each part on and off.
MORE = [
    ["insecure=true"], ["insecure=true", "front.enabled=false", "networkPolicy.enabled=false"],
    ["tokensSecret=t", "nodes.tier=landlock", "monitoring.serviceMonitor=true", "front.enabled=false"],
    ["tokensSecret=t", "nodes.tier=privileged", "autoscaling.by=hpa", "imagePullSecrets[0].name=s"],
    ["tokensSecret=t", "front.perSlot=8", *KEDA], ["insecure=true", "front.enabled=false", *KEDA],
]
REFUSED = [
    ([], "tokensSecret: name a Secret"), (["insecure=true", "nodes.tier=strong"], "nodes.tier: must be"),
    (["insecure=true", "autoscaling.by=load"], "autoscaling.by: must be"),
    (["insecure=true", "autoscaling.by=hpa", "autoscaling.queuedPerSlot=4"], "autoscaling.queuedPerSlot: with hpa"),
    (["insecure=true", "autoscaling.by=keda"], "autoscaling.prometheus: name the address"),
    (["insecure=true", *KEDA[:2]], "monitoring.serviceMonitor: set it"),
]


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


def option_of(container, name):
    found = [argument.partition("=")[2] for argument in container["args"] if argument.startswith(f"--{name}=")]
    return found[0] if len(found) == 1 else found or None


def check_agreement(resources, version):
    """What nodes, front, policies and whatever scales them say of each other."""
    of = collections.defaultdict(dict)
    for resource in resources:
        of[resource["kind"]][resource["metadata"]["name"]] = resource
    stateful = of["StatefulSet"]["trial"]["spec"]
    node = stateful["template"]["spec"]["containers"][0]
    scalers = {**of["HorizontalPodAutoscaler"], **of["ScaledObject"]}
    assert len(of["HorizontalPodAutoscaler"]) + len(of["ScaledObject"]) == ("replicas" not in stateful)
    for scaler in scalers.values():
        assert scaler["spec"]["scaleTargetRef"] == {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "trial"}
    for scaler in of["ScaledObject"].values():
        # Kubernetes' own words within it.
        advanced = scaler["spec"]["advanced"]["horizontalPodAutoscalerConfig"]
        kubernetes_validate.validate({"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
                                      "metadata": {"name": "x"}, "spec": {
                                          "scaleTargetRef": scaler["spec"]["scaleTargetRef"], "maxReplicas": 2,
                                          "behavior": advanced["behavior"]}}, version, strict=True)
    # Whom Prometheus asks: each service that a monitor selects has the port, and the query names its service.
    for monitor in of["ServiceMonitor"].values():
        wanted = monitor["spec"]["selector"]["matchLabels"].items()
        services = [each for each in of["Service"].values() if wanted <= each["metadata"]["labels"].items()]
        assert len(services) == 1, (monitor, services)
        assert monitor["spec"]["endpoints"][0]["port"] in {port["name"] for port in services[0]["spec"]["ports"]}
        for scaler in of["ScaledObject"].values():
            assert f'service="{services[0]["metadata"]["name"]}"' in scaler["spec"]["triggers"][0]["metadata"]["query"]
    agent = option_of(node, "agent-port")
    ports = {port["name"]: port["containerPort"] for port in node["ports"]}
    if not of["Deployment"]:
        assert agent is None and set(ports) == {"http"}
        return
    render = of["Deployment"]["trial-front"]["spec"]["template"]["spec"]["initContainers"][0]
    members = option_of(render, "node")
    members = members if isinstance(members, list) else [members]
    most = stateful.get("replicas") or next(s["spec"].get("maxReplicas") or s["spec"]["maxReplicaCount"] for s in scalers.values())
    assert len(members) == most
    slots = int(option_of(node, "slots"))
    for number, member in enumerate(members):
        assert member == (f"trial-{number}=trial-{number}.trial-nodes.reward.svc:{ports['http']},agent={agent},slots={slots}"), member
    assert int(agent) == ports["agent"] and {"http", "agent"} <= {port["name"] for port in of["Service"]["trial-nodes"]["spec"]["ports"]}
    assert int(option_of(node, "agent-maxconn")) == slots * int(option_of(render, "per-slot"))
    if of["NetworkPolicy"]:
        allowed = of["NetworkPolicy"]["trial-nodes"]["spec"]["ingress"][0]["ports"]
        assert allowed == [{"port": "http"}, {"port": "agent"}]


def check(resources, version, known):
    kinds = set()
    check_agreement(resources, version)
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


PROMETHEUS = """rule_files: [rules.yaml]
evaluation_interval: 15s
tests:
  - interval: 15s
    input_series:
      - {{series: 'assay_queued_submissions{{namespace="reward",service="trial-nodes",pod="trial-0"}}', values: '5 9 _'}}
      - {{series: 'assay_queued_submissions{{namespace="reward",service="trial-nodes",pod="trial-1"}}', values: '7 1 _'}}
      - {{series: 'assay_queued_submissions{{namespace="other",service="trial-nodes",pod="trial-1"}}', values: '99 99 99'}}
      - {{series: 'haproxy_backend_current_queue{{namespace="reward",service="trial-front",proxy="assay"}}', values: '_ 30 30'}}
    promql_expr_test:
      - {{expr: demand, eval_time: 0s, exp_samples: [{{labels: demand, value: 12}}]}}
      - {{expr: demand, eval_time: 15s, exp_samples: [{{labels: demand, value: {both}}}]}}
      - {{expr: demand, eval_time: 10m, exp_samples: []}}
"""


def check_demand(resources):
    """What KEDA asks, as Prometheus itself counts it: of this release alone; nothing when no node tells."""
    query = next(each for each in resources if each["kind"] == "ScaledObject")["spec"]["triggers"][0]["metadata"]["query"]
    with tempfile.TemporaryDirectory() as folder:
        rules = {"groups": [{"name": "demand", "rules": [{"record": "demand", "expr": query}]}]}
        pathlib.Path(folder, "rules.yaml").write_text(yaml.safe_dump(rules))
        pathlib.Path(folder, "test.yaml").write_text(PROMETHEUS.format(both=40 if "haproxy" in query else 10))
        done = subprocess.run(["promtool", "test", "rules", "test.yaml"], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


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
        if shutil.which("promtool") and any(each["kind"] == "ScaledObject" for each in resources):
            check_demand(resources)
    for settings, why in REFUSED:
        refused = helm(options.helm, "template", "trial", str(CHART), "--kube-version", "1.31.0",
                       *itertools.chain(*(("--set", each) for each in settings)))
        assert refused.returncode != 0 and why in refused.stderr, refused.stderr
    if not shutil.which("promtool"):
        print("helm: skipped what KEDA asks of Prometheus: promtool is not installed (scripts/install-deps.sh cluster)")
    linted = helm(options.helm, "lint", str(CHART), "--kube-version", "1.31.0", "-f", str(CHART / "values-cluster.yaml"))
    assert linted.returncode == 0, linted.stdout
    print(f"helm: {count} resources of {len(variations)} variations for Kubernetes {', '.join(VERSIONS)}: {', '.join(sorted(kinds))}")


if __name__ == "__main__":
    main()
