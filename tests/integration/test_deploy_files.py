"""What deploy/ ships as examples, and what its parts expect of others, against the real things: options, a cluster's file,
HAProxy's figures, the libraries of the image."""

import re
import subprocess

import pytest

from harness import server as harness
from harness.cluster import PATIENCE_S, FakeNode, Front, assay_cluster, engine, free_port
from harness.client import Client
from harness.server import REPOSITORY, AssayServer, binary

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))
needs_haproxy = pytest.mark.skipif(engine("haproxy") is None, reason="haproxy is not installed")
DEPLOY = REPOSITORY / "deploy"


def test_the_units_options_start_a_node(tmp_path):
    options = (DEPLOY / "systemd" / "assay.yaml").read_text()
    tokens = tmp_path / "tokens.yaml"
    subprocess.run([binary(), "token", "new", "--tokens", tokens, "--name", "trainer"], check=True, capture_output=True,
                   timeout=PATIENCE_S)
    agent = free_port()
    for line, own in (("tokens: /etc/assay/tokens.yaml", f"tokens: {tokens}"), ("agent-port: 8081", f"agent-port: {agent}")):
        assert options.count(line) == 1
        options = options.replace(line, own)
    (tmp_path / "assay.yaml").write_text(options)
    with AssayServer(["--config", str(tmp_path / "assay.yaml"), "--slots", "1"]) as server:
        assert server.get("/v1/info").status == 401
        assert f"agent check: port {agent}" in server.log


@needs_haproxy
def test_the_units_cluster_is_one_that_haproxy_takes_and_its_nodes_are_as_their_options(tmp_path):
    cluster = DEPLOY / "systemd" / "cluster.yaml"
    config = tmp_path / "haproxy.cfg"
    assay_cluster("render", "--cluster", cluster, "--out", config)
    # Its folder is made by the unit.
    config.write_text(config.read_text().replace("/run/haproxy/", f"{tmp_path}/"))
    checked = subprocess.run([engine("haproxy"), "-c", "-f", config], capture_output=True, text=True, timeout=PATIENCE_S)
    assert checked.returncode == 0 and "WARNING" not in checked.stderr, checked.stderr
    options = dict(re.findall(r"^([a-z-]+): (\S+)$", (DEPLOY / "systemd" / "assay.yaml").read_text(), re.M))
    nodes = re.findall(r"- (\S+)=[0-9.]+:(\d+),agent=(\d+)", cluster.read_text())
    assert len(nodes) == 2 and nodes[0] == (options["node-name"], options["port"], options["agent-port"])


@needs_haproxy
def test_the_fronts_figures_that_are_asked_for_exist(tmp_path):
    asked = {name for path in [*DEPLOY.rglob("*.yaml"), *DEPLOY.rglob("*.json")]
             for name in re.findall(r"\bhaproxy_[a-z_]+_[a-z_]+", path.read_text())}
    assert "haproxy_backend_current_queue" in asked
    metrics = free_port()
    with FakeNode("n1") as node, Front(tmp_path, [node.spec], metrics=f"127.0.0.1:{metrics}"):
        told = Client(f"http://127.0.0.1:{metrics}").get("/metrics").body.decode()
    assert asked <= set(re.findall(r"^# TYPE (\S+)", told, re.M))
    assert 'haproxy_backend_current_queue{proxy="assay"}' in told


def test_the_image_has_every_library():
    """Of those that the program is linked with, each is of a package that install-deps.sh names, or of one of those."""
    if subprocess.run(["sh", "-c", "command -v dpkg-query"], capture_output=True).returncode != 0:
        pytest.skip("dpkg isn't here")
    named = subprocess.run([REPOSITORY / "scripts" / "install-deps.sh", "--list", "libraries"], capture_output=True,
                           text=True, check=True, timeout=PATIENCE_S).stdout.split()
    direct = re.findall(r"NEEDED\)\s+Shared library: \[(\S+)\]",
                        subprocess.run(["readelf", "-d", binary()], capture_output=True, text=True, check=True).stdout)
    paths = dict(re.findall(r"(\S+) => (\S+) ", subprocess.run(["ldd", binary()], capture_output=True, text=True,
                                                              check=True).stdout))
    owners = {}
    for library in direct:
        path = paths.get(library)
        if path is None:
            continue  # the loader itself
        real = subprocess.run(["readlink", "-f", path], capture_output=True, text=True, check=True).stdout.strip()
        for candidate in (path, real, real.removeprefix("/usr"), "/usr" + real):
            found = subprocess.run(["dpkg-query", "-S", candidate], capture_output=True, text=True)
            if found.returncode == 0:
                owners[library] = found.stdout.partition(":")[0]
                break
    assert len(owners) >= 10, owners
    base = {"libc6", "libgcc-s1", "libstdc++6"}  # g++ brings the last, every Debian the others
    assert set(owners.values()) - base <= set(named), sorted(set(owners.values()) - base - set(named))
