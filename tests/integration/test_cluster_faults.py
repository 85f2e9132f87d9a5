"""Nodes come, drain, go, die, restart and run out of disk before HAProxy, while clients lose nothing.

Clients try again until each of their submissions, by its own key, has a verdict (harness/submitters.py says what is
lost, double and wrong). ASSAY_CLUSTER_SUBMISSIONS: how many (150); `make check-cluster` sends 2,000.
"""

import collections
import json
import os
import shutil

import pytest

from harness import server as harness
from harness.cluster import Front, engine
from harness.real_node import RealNode, running_nodes
from harness.submitters import Submitters, submission

pytestmark = [
    pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not())),
    pytest.mark.skipif(engine("haproxy") is None, reason="haproxy is not installed"),
    pytest.mark.skipif(shutil.which("unshare") is None, reason="unshare is not installed"),
]

SUBMISSIONS = int(os.environ.get("ASSAY_CLUSTER_SUBMISSIONS", "150"))
DISK_BYTES = 8 << 20


@pytest.fixture
def nodes():
    """Three nodes, the third with little disk."""
    disks = {"n1": 0, "n2": 0, "n3": DISK_BYTES}
    with running_nodes(lambda folder: [RealNode(name, folder / name, disk) for name, disk in disks.items()]) as made:
        yield made
    assert [node.leftovers() for node in made] == [[], [], []]


def test_no_verdict_is_lost_whatever_becomes_of_nodes(tmp_path, nodes):
    first, second, small = nodes
    with Front(tmp_path, [first.spec, second.spec]) as front:
        submitters = Submitters(front.client, SUBMISSIONS, threads=6)

        def ready(node):
            front.wait(lambda status: status[node.name]["status"].startswith("UP"))

        submitters.wait(0.1)
        submitters.now("add")
        front.command("add", small.spec)
        submitters.wait(0.2)
        submitters.now("drain, undo")
        front.command("drain", "n2")
        submitters.wait(0.25)
        front.command("drain", "n2", "--undo")
        submitters.wait(0.3)
        submitters.now("kill -9")
        first.kill()
        submitters.wait(0.4)
        first.start()
        ready(first)
        submitters.wait(0.45)
        submitters.now("SIGTERM, start")
        assert second.stop() == 0
        second.start()
        ready(second)
        submitters.wait(0.6)
        submitters.now("full disk")
        small.fill_disks()
        submitters.wait(0.8)
        while_full = small.keeps_a_problem()
        small.free_disks()
        afterwards = small.keeps_a_problem()
        submitters.now("remove")
        front.command("remove", "n2")
        submitters.join()

        print("tried again by clients:", json.dumps(submitters.told()), "sent again by the front:", front.sent_again())
        assert (submitters.lost(), submitters.double(), submitters.wrong) == ([], [], [])
        # The disk was full all the time, and then it wasn't.
        assert (while_full, afterwards) == (False, True)
        assert set(front.status()) == {"n1", "n3"}
        judged = collections.defaultdict(list)
        for node in nodes:
            for key, verdicts in node.judged().items():
                judged[key] += verdicts
        again = front.sent_again()
    # Nothing was judged that nobody asked for, and nothing twice in two ways.
    runs = sum(map(len, judged.values()))
    print(f"{runs} verdicts in the nodes' histories, {sum(submitters.sent.values())} requests, {again} sent again")
    assert runs <= sum(submitters.sent.values()) + again
    assert all(len(verdicts) <= submitters.sent[key] + again for key, verdicts in judged.items())
    assert {key: set(verdicts) for key, verdicts in judged.items()} == {key: {submission(key)[1]} for key in judged}
    assert [node.stop() for node in nodes] == [0, 0, 0]


def test_a_front_without_nodes_keeps_clients_trying(tmp_path, nodes):
    """All nodes are killed at once and started again."""
    with Front(tmp_path, [node.spec for node in nodes]) as front:
        submitters = Submitters(front.client, 40, threads=6)
        submitters.wait(0.25)
        submitters.now("all killed")
        for node in nodes:
            node.kill()
        for node in nodes:
            node.start()
        submitters.join()
        print("tried again by clients:", json.dumps(submitters.told()))
        assert (submitters.lost(), submitters.double(), submitters.wrong) == ([], [], [])
    assert [node.stop() for node in nodes] == [0, 0, 0]
