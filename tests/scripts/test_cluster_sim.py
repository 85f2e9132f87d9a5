"""The model of a cluster (bench/cluster_sim) against closed forms and against rules that must hold."""

import pathlib
import random
import statistics
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench" / "cluster_sim"))
from model import Cluster, Request, Settings, burst, erlang_c, mean_wait_mmc, stream  # noqa: E402


def exponential(mean, seed):
    return lambda source=random.Random(seed): source.expovariate(1 / mean)


def test_erlang_c_has_its_known_values():
    assert erlang_c(1, 0.5) == pytest.approx(0.5)
    assert erlang_c(2, 1.0) == pytest.approx(1 / 3)
    assert erlang_c(10, 8.0) == pytest.approx(0.4092, abs=1e-4)


@pytest.mark.parametrize("nodes, slots, load", [(1, 1, 0.5), (1, 4, 0.8), (4, 1, 0.8)])
def test_the_waits_are_those_of_mmc(nodes, slots, load):
    """One queue in front of all slots is M/M/c: one node with them all, or a node each with room for one."""
    servers, count = nodes * slots, 40_000
    settings = Settings(nodes, slots=slots, per_slot=1)
    requests = list(stream(count, load * servers, exponential(1.0, 7), seed=3))
    outcome = Cluster(settings, seed=1).run(requests)
    expected = mean_wait_mmc(servers, load * servers, 1.0)
    assert statistics.fmean(outcome.waits) == pytest.approx(expected, rel=0.15)
    waited = sum(wait > 1e-9 for wait in outcome.waits) / count
    assert waited == pytest.approx(erlang_c(servers, load * servers), abs=0.04)


def test_equal_requests_fill_equal_slots():
    outcome = Cluster(Settings(8, slots=4)).run(burst(320, [0.5]))
    assert outcome.makespan_s == pytest.approx(5.0) and outcome.efficiency == pytest.approx(1.0)
    assert outcome.answers == 320 and outcome.sent_again == 0


def test_a_problem_meets_one_node_while_its_load_allows():
    settings = dict(nodes=16, slots=4, miss_s=0.1)
    requests = list(stream(4000, 8.0, [0.5], problems=200, seed=2))
    hashed = Cluster(Settings(policy="hash", **settings), seed=1).run(requests)
    least = Cluster(Settings(**settings), seed=1).run(requests)
    assert hashed.answers == least.answers == 4000
    assert hashed.misses < least.misses / 2
    assert least.misses <= 200 * 16


def test_bounded_load_spreads_one_problem_over_all():
    requests = list(burst(640, [1.0], problems=1))
    outcome = Cluster(Settings(16, slots=4, policy="hash"), seed=1).run(requests)
    # Without the bound it would be one node's 160 rounds; with it no node has more than 1.5 shares and one.
    assert outcome.makespan_s < 20


def test_nothing_is_lost_with_nodes():
    for policy in ("leastconn", "hash"):
        requests = list(stream(3000, 100.0, exponential(0.2, 5), problems=50, seed=4))
        outcome = Cluster(Settings(8, slots=4, policy=policy), seed=1).run(requests, kill_at=10.0, kill=2)
        assert outcome.answers == 3000 and outcome.sent_again > 0
        assert outcome.useful_s == pytest.approx(sum(request.service_s for request in requests))


def test_a_front_takes_its_time():
    outcome = Cluster(Settings(4, slots=4, front_s=0.1)).run([Request(0.0, 0.01, 0) for _ in range(50)])
    assert outcome.makespan_s == pytest.approx(5.01)
