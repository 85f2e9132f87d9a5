"""A cluster as a discrete-event model: requests, a front that chooses nodes by HAProxy's rules, nodes with slots,
a queue and a cache.

    outcome = Cluster(Settings(nodes=128, slots=8, policy="leastconn"), seed=1).run(stream(...))

What is modelled, and what isn't:
- leastconn: the node with the fewest requests under way, the longest unchosen among equals; none may have more than
  `maxconn`; what finds all full waits in one queue, first come first served.
- hash: a consistent ring with `points` places a node. The request goes to the first node from its problem's place on
  that has fewer requests than its share of `balance` times all of them (one at least), and waits there: these nodes
  have no maxconn. A `balance` of 0 is no bound: what hashing is without hash-balance-factor.
- A node has `slots` servers and a queue of its own, first come first served; a problem that its cache lacks costs
  `miss_s` more, once, and the least recently used of `cache` problems goes.
- The front takes `front_s` for each request, one after the other.
- A node that dies gives back what it had, to be sent again from the beginning. The front goes on choosing it until
  its checks say so (`detect_s`) or it has refused `refusals` in a row; what it sends there comes back at once and goes
  elsewhere.
- Not modelled: networks, connections, requests with several submissions, tenants, the fair order inside a node.

Times in seconds. Standard library only; the same seed gives the same outcome.
"""

import bisect
import collections
import dataclasses
import heapq
import itertools
import math
import random


@dataclasses.dataclass(frozen=True)
class Settings:
    nodes: int
    slots: int = 8
    policy: str = "leastconn"  # or "hash"
    per_slot: int = 4          # maxconn of a node is slots * per_slot
    balance: float = 1.25
    points: int = 512          # HAProxy has 16 for each of a node's weight, and a slot weighs 4
    cache: int = 4096          # problems
    miss_s: float = 0.0
    front_s: float = 0.0
    detect_s: float = 2.0
    refusals: int = 3          # 0: checks alone


@dataclasses.dataclass(frozen=True)
class Request:
    at: float
    service_s: float
    problem: int = 0


@dataclasses.dataclass
class Outcome:
    waits: list           # from arrival to the start that ended in an answer, sorted
    latencies: list       # from arrival to the answer, sorted
    makespan_s: float     # from the first arrival to the last answer
    busy_s: float         # slots times seconds that were worked, misses and lost work included
    useful_s: float       # the services that were asked for
    misses: int
    sent_again: int
    answers: int
    slots: int

    def wait(self, quantile):
        return _quantile(self.waits, quantile)

    def latency(self, quantile):
        return _quantile(self.latencies, quantile)

    @property
    def efficiency(self):
        """Of all slots in all the time, the share that did what was asked for."""
        return self.useful_s / (self.makespan_s * self.slots) if self.makespan_s > 0 else 0.0


def _quantile(ordered, quantile):
    return ordered[min(len(ordered) - 1, int(quantile * len(ordered)))] if ordered else 0.0


class _Node:
    __slots__ = ("number", "under_way", "running", "queue", "cache", "alive", "known_dead", "refused", "stamp")

    def __init__(self, number):
        self.number, self.under_way, self.stamp = number, 0, 0
        self.running = {}                   # request number -> when it started
        self.queue = collections.deque()    # what it has and doesn't run
        self.cache = collections.OrderedDict()
        self.alive, self.known_dead, self.refused = True, False, 0


class Cluster:
    def __init__(self, settings, seed=0):
        self.settings = settings
        self._random = random.Random(seed)
        self._next = None
        self._nodes = [_Node(number) for number in range(settings.nodes)]
        self._known_alive = settings.nodes
        self._maxconn = settings.slots * settings.per_slot
        self._waiting = collections.deque()
        self._all_under_way = 0
        self._events, self._order = [], itertools.count()
        # leastconn: nodes by how many requests they have; entries that are out of date have another stamp.
        self._levels = [collections.deque((node, 0) for node in self._nodes)]
        self._levels += [collections.deque() for _ in range(self._maxconn)]
        if settings.policy == "hash":
            ring = sorted((self._random.random(), node.number) for node in self._nodes for _ in range(settings.points))
            self._places, self._owners = [place for place, _ in ring], [owner for _, owner in ring]
        self._problem_place = {}

    def run_closed(self, clients, seconds, draw):
        """As many clients as `clients`, each of which sends its next request when it has the answer to the one before,
        for `seconds`; draw() gives a (service_s, problem). Requests that are answered after that don't count."""
        self._next = lambda: Request(self._now, *draw()) if self._now < seconds else None
        outcome = self.run([Request(0.0, *draw()) for _ in range(clients)])
        kept = [number for number, end in enumerate(self._ends) if end <= seconds]
        outcome.latencies = sorted(self._ends[number] - self._requests[number].at for number in kept)
        outcome.answers, outcome.makespan_s = len(kept), seconds
        outcome.useful_s = sum(self._service[number] for number in kept)
        return outcome

    def run(self, requests, kill_at=None, kill=0, warm_up=0):
        """`requests` by their time. At `kill_at` as many nodes as `kill` says die. The first `warm_up` requests, which
        find an empty cluster, are in no wait and no latency."""
        self._requests = list(requests)
        self._starts = [0.0] * len(self._requests)
        self._ends = list(self._starts)
        self._busy = self._useful = 0.0
        self._misses = self._again = self._answers = 0
        self._service = [request.service_s for request in self._requests]
        last = 0.0
        if kill_at is not None:
            for node in self._random.sample(self._nodes, kill):
                self._at(kill_at, self._die, node)
                self._at(kill_at + self.settings.detect_s, self._notice, node)
        arrivals = self._arrivals()
        when, number = next(arrivals)
        while self._events or number is not None:
            if number is not None and (not self._events or when <= self._events[0][0]):
                self._now = when
                self._arrive(number)
                when, number = next(arrivals)
                continue
            self._now, _, action, argument = heapq.heappop(self._events)
            action(argument)
            if action == self._finish:
                last = self._now
        first = self._requests[0].at if self._requests else 0.0
        counted = range(warm_up, len(self._requests))
        waits = sorted(self._starts[number] - self._requests[number].at for number in counted)
        latencies = sorted(self._ends[number] - self._requests[number].at for number in counted)
        return Outcome(waits, latencies, last - first, self._busy, self._useful, self._misses, self._again, self._answers,
                       self.settings.slots * self.settings.nodes)

    def _arrivals(self):
        """When the front has taken each of the requests that are known at the start, and its number; then None."""
        free = 0.0
        for number in range(len(self._requests)):
            free = max(free, self._requests[number].at) + self.settings.front_s
            yield free, number
        yield 0.0, None

    def _at(self, when, action, argument):
        heapq.heappush(self._events, (when, next(self._order), action, argument))

    # The front.

    def _arrive(self, number):
        node = self._least() if self.settings.policy == "leastconn" else self._hashed(self._requests[number].problem)
        if node is None:
            self._waiting.append(number)
        elif not node.alive:
            # Refused at once: it goes to whoever is best and alive.
            self._again += 1
            node.refused += 1
            if node.refused == self.settings.refusals:
                self._notice(node)
            other = self._least(alive=True) if self.settings.policy == "leastconn" else \
                self._hashed(self._requests[number].problem, alive=True)
            if other is None:
                self._waiting.append(number)
            else:
                self._send(other, number)
        else:
            self._send(node, number)

    def _send(self, node, number):
        self._set_under_way(node, node.under_way + 1)
        self._take(node, number)

    def _set_under_way(self, node, count):
        self._all_under_way += count - node.under_way
        node.under_way = count
        node.stamp += 1
        if self.settings.policy == "leastconn" and count < self._maxconn:
            self._levels[count].append((node, node.stamp))

    def _least(self, alive=False):
        set_aside = []
        found = None
        for level in self._levels:
            while level and found is None:
                node, stamp = level[0]
                if stamp != node.stamp or node.known_dead:
                    level.popleft()
                elif alive and not node.alive:
                    set_aside.append((level, level.popleft()))
                else:
                    found = node
            if found is not None:
                break
        for level, entry in reversed(set_aside):
            level.appendleft(entry)
        return found

    def _hashed(self, problem, alive=False):
        place = self._problem_place.get(problem)
        if place is None:
            place = self._problem_place[problem] = random.Random(problem).random()
        room = math.ceil((self._all_under_way + 1) * self.settings.balance)
        at, fallback = bisect.bisect_left(self._places, place), None
        for step in range(len(self._owners)):
            node = self._nodes[self._owners[(at + step) % len(self._owners)]]
            if node.known_dead or (alive and not node.alive):
                continue
            fallback = fallback or node
            if self.settings.balance == 0 or node.under_way < self._share(room, node):
                return node
        return fallback

    def _share(self, room, node):
        """What `room` for all is for one: whole numbers that add up to it, but one at least."""
        place = node.number % max(1, self._known_alive)
        return max(1, (place + 1) * room // self._known_alive - place * room // self._known_alive)

    # A node.

    def _take(self, node, number):
        if len(node.running) < self.settings.slots:
            self._start(node, number)
        else:
            node.queue.append(number)

    def _start(self, node, number):
        request = self._requests[number]
        cost = request.service_s
        if request.problem in node.cache:
            node.cache.move_to_end(request.problem)
        else:
            self._misses += 1
            cost += self.settings.miss_s
            node.cache[request.problem] = True
            if len(node.cache) > self.settings.cache:
                node.cache.popitem(last=False)
        node.running[number] = self._now
        self._starts[number] = self._now
        self._at(self._now + cost, self._finish, (node, number, self._now))

    def _finish(self, what):
        node, number, started = what
        if not node.alive or node.running.get(number) != started:
            return  # it died meanwhile
        del node.running[number]
        self._busy += self._now - started
        self._useful += self._service[number]
        self._answers += 1
        self._ends[number] = self._now
        if node.queue:
            self._start(node, node.queue.popleft())
        self._set_under_way(node, node.under_way - 1)
        if self._waiting and not node.known_dead:
            self._send(node, self._waiting.popleft())
        if self._next is not None and (request := self._next()) is not None:
            for kept, value in ((self._requests, request), (self._starts, 0.0), (self._ends, 0.0),
                                (self._service, request.service_s)):
                kept.append(value)
            self._at(self._now, self._arrive, len(self._requests) - 1)

    def _die(self, node):
        node.alive = False
        lost = list(node.running) + list(node.queue)
        self._busy += sum(self._now - started for started in node.running.values())
        node.running.clear()
        node.queue.clear()
        self._set_under_way(node, 0)
        for number in lost:
            self._again += 1
            self._arrive(number)

    def _notice(self, node):
        if node.known_dead:
            return
        node.known_dead = True
        self._known_alive -= 1


def stream(count, rate, services, problems=0, group=1, seed=0):
    """Requests as a Poisson process of `rate` a second, in groups of `group` of one problem that follow each other as
    they come; `problems`: how many there are, 0: each group has its own. `services` are drawn from a list, or called."""
    source = random.Random(seed)
    draw = services if callable(services) else (lambda: source.choice(services))
    now, made, problem = 0.0, 0, 0
    while made < count:
        problem = source.randrange(problems) if problems else problem + 1
        for _ in range(min(group, count - made)):
            now += source.expovariate(rate)
            yield Request(now, draw(), problem)
            made += 1


def burst(count, services, problems=0, group=1, seed=0):
    """The same, all at once: a training step whose rollouts were waited for."""
    source = random.Random(seed)
    draw = services if callable(services) else (lambda: source.choice(services))
    problem = 0
    for number in range(count):
        if number % group == 0:
            problem = source.randrange(problems) if problems else problem + 1
        yield Request(0.0, draw(), problem)


def erlang_c(servers, load):
    """The probability to wait in M/M/c; `load` in Erlang."""
    inverse = 1.0  # 1/B by the recursion over servers
    for servers_so_far in range(1, servers + 1):
        inverse = 1.0 + inverse * servers_so_far / load
    blocking = 1.0 / inverse
    return blocking / (1.0 - load / servers * (1.0 - blocking))


def mean_wait_mmc(servers, arrivals, service_s):
    """Of M/M/c, in seconds."""
    load = arrivals * service_s
    return erlang_c(servers, load) * service_s / (servers - load)
