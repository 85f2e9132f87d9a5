"""What deploy/ ships beside the program: units, scripts, alerts and the dashboard name what there is. `make check-cluster`
has promtool and systemd read them, `make check-slurm`, `check-ray` and `check-helm` start the launchers."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = REPOSITORY / "deploy"
SUFFIXES = ("_bucket", "_sum", "_count")


def metrics_of_the_program():
    found = set()
    for path in [*(REPOSITORY / "src").rglob("*.cc"), *(REPOSITORY / "src").rglob("*.h")]:
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'"((?:assay|process)_[a-z_]+)"', text))
        # Of caches: rows of a table, named without what all begin with.
        found |= {"assay_" + name for name in re.findall(r'\{"([a-z_]+)", k(?:Counter|Gauge)', text)}
    return found


def named(text):
    return set(re.findall(r"\b(?:assay|process)_[a-z_]+\b(?=\{|\[|\)|\s*(?:==|>|$)|, instance)", text))


@pytest.mark.parametrize("path", ["monitoring/alerts.yaml", "monitoring/grafana.json"])
def test_only_metrics_that_exist_are_asked_for(path):
    text = (DEPLOY / path).read_text(encoding="utf-8").replace("\\n", "\n")
    wanted = set()
    for name in named(text):
        for suffix in SUFFIXES:
            name = name.removesuffix(suffix)
        wanted.add(name)
    assert len(wanted) > 5
    assert wanted - metrics_of_the_program() == set()


def test_the_dashboard_is_what_its_script_writes():
    checked = subprocess.run(["/usr/bin/python3", "-B", DEPLOY / "monitoring" / "make-dashboard.py", "--check"],
                             capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stderr
    board = json.loads((DEPLOY / "monitoring" / "grafana.json").read_text(encoding="utf-8"))
    ids = [panel["id"] for panel in board["panels"]]
    assert len(ids) == len(set(ids)) > 20
    assert all(target["expr"] for panel in board["panels"] for target in panel.get("targets", []))


def test_the_scripts_parse():
    for path in [*DEPLOY.rglob("*.sbatch"), *DEPLOY.rglob("*.sh")]:
        parsed = subprocess.run(["bash", "-n", path], capture_output=True, text=True, timeout=60)
        assert parsed.returncode == 0, parsed.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", sorted(path.name for path in (DEPLOY / "systemd").glob("*.service")))
def test_systemd_reads_the_units(unit, tmp_path):
    """With programs that this machine has, for systemd looks whether they exist."""
    text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
    # Programs that any Debian has: `kill` is one of a package that a bare one lacks.
    programs = re.findall(r"^Exec\w+=(\S+)", text, re.M)
    assert programs and all(program.startswith(("/usr/local/bin/assay", "%h/.local/bin/assay", "/usr/sbin/haproxy", "/bin/sh"))
                            for program in programs), programs
    text = re.sub(r"(?:/usr/local/bin|%h/\.local/bin|/usr/sbin)/(?:assay|haproxy)", "/bin/true", text)
    (tmp_path / unit).write_text(text, encoding="utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", tmp_path / unit], capture_output=True, text=True,
                             timeout=60)
    # What it says of other units of this machine is not about ours.
    about = [line for line in checked.stderr.splitlines() if unit in line]
    assert checked.returncode == 0 and about == [], checked.stderr


def test_the_chart_uses_the_image_as_it_is():
    dockerfile = (DEPLOY / "container" / "Dockerfile").read_text(encoding="utf-8")
    nodes = (DEPLOY / "helm" / "assay" / "templates" / "nodes.yaml").read_text(encoding="utf-8")
    chart = (DEPLOY / "helm" / "assay" / "Chart.yaml").read_text(encoding="utf-8")
    values = (DEPLOY / "helm" / "assay" / "values.yaml").read_text(encoding="utf-8")
    user, group = re.search(r"^USER (\d+):(\d+)$", dockerfile, re.M).groups()
    assert f"--uid {user} --gid {group}" in dockerfile
    assert f"runAsUser: {user}" in nodes and f"runAsGroup: {group}" in nodes and f"fsGroup: {group}" in nodes
    cache = re.search(r"^VOLUME (\S+)$", dockerfile, re.M).group(1)
    assert f"--cache-dir={cache}" in nodes and f"mountPath: {cache}}}" in nodes and f"ASSAY_CACHE_DIR={cache}" in dockerfile
    port = re.search(r"^EXPOSE (\d+)$", dockerfile, re.M).group(1)
    assert f"--port={port}" in nodes and f"containerPort: {port}" in nodes and f"ASSAY_PORT={port}" in dockerfile
    version = re.search(r'image\.version="(.*?)"', dockerfile).group(1)
    assert f'appVersion: "{version}"' in chart and f"VERSION {version} " in (REPOSITORY / "CMakeLists.txt").read_text(encoding="utf-8")
    assert re.search(r"^  repository: assay$", values, re.M) and f"-t assay:{version} " in dockerfile


def test_the_images_context_has_what_is_compiled_and_nothing_else():
    lines = (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*" and all(rule.startswith("!") and (REPOSITORY / rule[1:]).exists() for rule in rules[1:])
    # What the Dockerfile copies by name is in it.
    dockerfile = (DEPLOY / "container" / "Dockerfile").read_text(encoding="utf-8")
    for path in re.findall(r"^COPY (?!--)(\S+) ", dockerfile, re.M):
        assert path == "." or f"!{path}" in rules, path


def test_sources_without_a_checkout_are_told_their_commit(tmp_path):
    header = tmp_path / "git_commit.h"
    for said, expected in (("0123abc-dirty", "0123abc-dirty"), ("", "unknown")):
        subprocess.run(["cmake", f"-DSOURCE={tmp_path}", f"-DOUTPUT={header}", "-P",
                        REPOSITORY / "src" / "apps" / "setup" / "git_commit.cmake"], check=True, capture_output=True,
                       timeout=60, env={**os.environ, "ASSAY_COMMIT": said, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)})
        assert f'ASSAY_GIT_COMMIT "{expected}"' in header.read_text(encoding="utf-8")
