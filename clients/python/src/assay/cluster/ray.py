"""A node of Assay on each machine of a Ray cluster.

    from assay.cluster import ray as assay_ray

    nodes = assay_ray.start("--insecure")              # on every machine that is alive; idempotent
    url = assay_ray.url_here() or nodes[0].url         # in a reward worker: the node of its own machine
    assay_ray.stop()

Each node is a named, detached actor that holds the program `assay serve` and lasts until stop(): it is
scheduled on its machine and nowhere else, Ray starts it again when it dies, and the server dies with it.
verl spreads its reward workers over machines in the same way, so each finds a node beside it.

Other machines reach a node only with `--host 0.0.0.0`, and then it asks for tokens (`--tokens FILE`) unless
`--insecure` is given; without a host it listens on 127.0.0.1, for the workers of its own machine.

For HAProxy before them, write a file of `node.member()`, one a line, and give it to `assay cluster render --cluster`.
With a --port and an --agent-port of yours they stay where they are when Ray starts them again.
"""

from __future__ import annotations

import dataclasses
import os
import re
import threading
import time
from typing import Any, Dict, List, Optional

import ray
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from ..errors import StartError
from ..server import serve

NAMESPACE = "assay"
_SAYS_TIMEOUT_S = 10.0
_MACHINE_DIGITS = 12  # of Ray's id, so that a sandbox's id stays short


@dataclasses.dataclass(frozen=True)
class Node:
    """Where a machine's node is."""

    machine: str  # Ray's id of the machine
    address: str  # the machine's address
    url: str
    name: str  # the node's own (--node-name), by which a front finds sandboxes
    slots: int
    agent_port: int

    def member(self) -> str:
        """As a line of the file for `assay cluster`."""
        return f"{self.name}={self.url.partition('//')[2]},agent={self.agent_port},slots={self.slots}"


class _Holder:
    """Runs in the actor: starts the server, and stops it when asked."""

    def __init__(self, machine: str, address: str, options: List[str], binary: Optional[str]) -> None:
        listens = _value_of(options, "--host")
        name = _value_of(options, "--node-name")
        if name is None:
            name = f"ray-{machine[:_MACHINE_DIGITS]}"
            options = [*options, "--node-name", name]
        if _value_of(options, "--agent-port") is None:
            options = [*options, "--agent-port", "0"]
        self._server = serve(*options, binary=binary)
        self._server.start()
        port = self._server.url.rpartition(":")[2]
        host = "127.0.0.1" if listens in (None, "127.0.0.1", "localhost") else address
        self._node = Node(machine, address, f"http://{host}:{port}", name, self._says(r"isolation tier: .*, (\d+) slots"),
                          self._says(r"agent check: port (\d+)"))
        self._stopping = False
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        self._server.wait()
        if not self._stopping:
            os._exit(1)  # Ray starts the actor again, and that a server

    def _says(self, what: str) -> int:
        """A number of the lines with which the server begins; they may still be on their way."""
        deadline = time.monotonic() + _SAYS_TIMEOUT_S
        while True:
            for line in self._server.log:
                found = re.fullmatch(what, line)
                if found:
                    return int(found.group(1))
            if time.monotonic() > deadline:
                raise StartError(f"the server doesn't say {what!r}:\n" + "\n".join(self._server.log))
            time.sleep(0.02)

    def node(self) -> Node:
        return self._node

    def stop(self) -> None:
        self._stopping = True
        self._server.stop()


def _value_of(options: List[str], name: str) -> Optional[str]:
    found = None
    for position, option in enumerate(options):
        if option == name and position + 1 < len(options):
            found = options[position + 1]
        elif option.startswith(name + "="):
            found = option.partition("=")[2]
    return found


def _name(machine: str) -> str:
    return f"node-{machine}"


def _machines() -> Dict[str, str]:
    """Ids and addresses of those that are alive."""
    return {each["NodeID"]: each["NodeManagerAddress"] for each in ray.nodes() if each["Alive"]}


def start(*options: str, num_cpus: float = 1, binary: Optional[str] = None, timeout: float = 300) -> List[Node]:
    """Starts a node on each machine that has none, and returns all when they are ready.

    options    of `assay serve`, as "--slots", "8"
    num_cpus   what Ray counts for each; give it as many as the node has slots, for Ray doesn't see its programs
    binary     the program; absent: as assay.serve() finds it on that machine
    timeout    seconds until all must be ready
    """
    holder: Any = ray.remote(_Holder)
    actors = []
    for machine, address in _machines().items():
        actors.append(holder.options(
            name=_name(machine), namespace=NAMESPACE, lifetime="detached", get_if_exists=True, num_cpus=num_cpus,
            max_restarts=-1, scheduling_strategy=NodeAffinitySchedulingStrategy(machine, soft=False),
        ).remote(machine, address, list(options), binary))
    try:
        nodes: List[Node] = ray.get([actor.node.remote() for actor in actors], timeout=timeout)
    except ray.exceptions.RayError as error:
        raise StartError(f"a node of Assay did not start: {error}") from error
    return nodes


def nodes(timeout: float = 30) -> List[Node]:
    """Those there are. One that is being started again is waited for, `timeout` seconds at most."""
    calls = [actor.node.remote() for actor in _actors().values()]
    found: List[Node] = ray.get(calls, timeout=timeout)
    return found


def url_here(timeout: float = 30) -> Optional[str]:
    """The URL of the node on the machine that this is called on, or None."""
    here = ray.get_runtime_context().get_node_id()
    actor = _actors().get(here)
    if actor is None:
        return None
    node: Node = ray.get(actor.node.remote(), timeout=timeout)
    return node.url


def stop(timeout: float = 120) -> None:
    """Drains and ends all of them."""
    actors = list(_actors().values())
    done, late = ray.wait([actor.stop.remote() for actor in actors], num_returns=len(actors), timeout=timeout) \
        if actors else ([], [])
    for actor in actors:
        ray.kill(actor, no_restart=True)
    # A name stays taken for a moment longer than its actor lives.
    deadline = time.monotonic() + timeout
    while _actors() and time.monotonic() < deadline:
        time.sleep(0.1)
    if late:
        raise TimeoutError(f"{len(late)} of {len(actors)} nodes did not drain within {timeout:g} s and were killed")


def _actors() -> Dict[str, Any]:
    found = {}
    for machine in _machines():
        try:
            found[machine] = ray.get_actor(_name(machine), namespace=NAMESPACE)
        except ValueError:
            continue
    return found
