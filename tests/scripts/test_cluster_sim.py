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
    # Without the bound it would be one node's 160 rounds; with it no node has more than 1.25 shares and one.
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


def test_clients_that_ask_again_keep_all_slots_busy():
    outcome = Cluster(Settings(4, slots=1), seed=1).run_closed(12, 100.0, lambda: (0.5, 0))
    # Three clients a slot, each of which waits for the two before it.
    assert outcome.answers == 4 * 200
    assert (outcome.latency(0.5), outcome.latency(0.99)) == (pytest.approx(1.5), pytest.approx(1.5))


def test_few_clients_that_ask_again_wait_for_nobody():
    outcome = Cluster(Settings(4, slots=1), seed=1).run_closed(3, 100.0, lambda: (0.5, 0))
    assert outcome.answers == 3 * 200 and outcome.latency(1.0) == pytest.approx(0.5)


def test_a_hot_problem_waits_at_one_node_only_without_a_bound():
    """Half of all is one problem: eight nodes are as busy as with one queue for all, or one is and seven are not."""
    def closed(**settings):
        source = random.Random(1)
        draw = lambda: (0.2, 0 if source.random() < 0.5 else source.randrange(1, 1000))  # noqa: E731
        return Cluster(Settings(8, slots=1, **settings), seed=1).run_closed(24, 200.0, draw)

    central, bounded = closed(), closed(policy="hash")
    unbounded = closed(policy="hash", balance=0)
    assert bounded.answers > 0.97 * central.answers
    assert unbounded.answers < 0.4 * central.answers and unbounded.latency(0.99) > 3 * bounded.latency(0.99)


@pytest.mark.parametrize("nodes", [1, 2, 7, 128])
def test_shares_of_the_bound_are_whole_and_add_up(nodes):
    cluster = Cluster(Settings(nodes, policy="hash"))
    for room in range(nodes, 5 * nodes):
        shares = [cluster._share(room, node) for node in cluster._nodes]
        assert sum(shares) == room and max(shares) - min(shares) <= 1
