# ---- what the program and the tests have both ----
#
# Values go over as copies. What one process would show all the same, because a list is one list
# wherever it is, the candidate's side tells: which lists, dictionaries and sets that the tests have
# changed (`moved`), and which of them are in a result (`parts`). Only identity is looked at, never
# equality: nothing of the program is called.

from _operator import is_ as IS

IMMUTABLE = {type(None), bool, int, float, complex, str, bytes, range}
MUTABLE = {list, dict, set, bytearray}
HOLDERS = {list, dict, tuple}
NESTED = MUTABLE | HOLDERS
BARE = NESTED | IMMUTABLE
MAX_WATCHED = 32  # objects after the operation that they came with…
MAX_SEARCHED = 10000  # …and items of one, in which containers are looked for
MAX_TOLD_BYTES = 8 << 20  # of text about them, all together
EVERYTHING = float("inf")


def containers(x, left=MAX_SEARCHED):
    """(keys that lead there, container) of x, if it may be changed, and all such in it; of much, not all. What is
    at several places, or within itself, is gone into once."""
    todo, entered = [([], x)], set()
    while todo and left > 0:
        path, x = todo.pop()
        left -= 1
        if type(x) in MUTABLE:
            yield path, x
        if type(x) in HOLDERS and id(x) not in entered:
            entered.add(id(x))
            items = x.items() if type(x) is dict else enumerate(x)
            left -= len(x)
            todo += [([*path, key], item) for key, item in items if type(item) in NESTED]


def contents(x):
    return [*x, *x.values()] if type(x) is dict else list(x)


class Watched:
    """Something that the tests have, too: the argument `which` (by place or name) of an operation, or with
    -1 its result."""

    def __init__(self, number, which, x):
        self.number, self.which, self.x = number, which, x
        self.look()

    def look(self):
        """Notes what it is now."""
        self.parts = list(containers(self.x, EVERYTHING))
        self.before = [contents(part) for _, part in self.parts]

    def is_changed(self):
        for (_, part), before in zip(self.parts, self.before):
            now = contents(part)
            if len(now) != len(before) or not all(map(IS, now, before)):
                return True
        return False

    def kept(self):
        """[keys that lead there, keys that led there before] of the containers that are still in it."""
        places = {id(part): path for path, part in self.parts}
        return [[path, places[id(part)]] for path, part in containers(self.x, EVERYTHING)
                if path and id(part) in places]


class Aliases:
    def __init__(self, write):
        self.write = write
        self.watched = []
        self.others = []  # arguments of this operation that are compared by their text: [which, x, text]
        self.left = MAX_TOLD_BYTES

    def begin(self, number, arguments, named):
        """Before an operation."""
        for which, x in [*enumerate(arguments), *named.items()]:
            kind = type(x)
            known = next((each for each in self.watched if each.x is x), None)
            if known is not None:
                self.watched.remove(known)
                self.watched.append(known)
                continue
            if kind in NESTED:
                watched = Watched(number, which, x)
                if all(type(item) in BARE or self.stays(item) for items in watched.before for item in items):
                    self.watched.append(watched)
                    continue
            if kind not in IMMUTABLE and not hasattr(kind, "__next__"):
                text = self.write(x)
                if text[:5] != '{"$h"':
                    self.others.append([which, x, text])

    def end(self, number, result):
        """After it. Text of `moved` and `parts`, or nothing."""
        moved, parts = self.moved(number), self.parts(number, result)
        self.others = []
        if type(result) in NESTED:
            self.watched.append(Watched(number, -1, result))
        self.watched = [w for w in self.watched if sum(map(len, w.before)) <= MAX_SEARCHED][-MAX_WATCHED:]
        return ",[%s],[%s]" % (moved, parts) if moved or parts else ""

    def stays(self, x):
        """Whether x is an object to the tests, which changes where it is."""
        return type(x) not in self.write.exact and self.write(x)[:5] == '{"$h"'

    def moved(self, number):
        """"[operation, which argument or -1, what it is now, what it still has],…"."""
        told = []
        for each in self.watched:
            if self.left > 0 and each.is_changed():
                told.append("[%s]" % self.write.items([each.number, each.which, each.x, each.kept()]))
                each.look()
                if each.number < number:
                    self.left -= len(told[-1])
        for which, x, before in self.others:
            after = self.write(x)
            if after != before:
                told.append("[%d,%s,%s,[]]" % (number, self.write(which), after))
        return ",".join(told)

    def parts(self, number, result):
        """"[keys that lead there, operation, which argument or -1, keys that lead there in that],…" of the
        containers in a result that the tests have, or that are at two places of it."""
        for which, x, _ in self.others:
            if x is result:
                return "[[],%d,%s,[]]" % (number, self.write(which))
        if type(result) not in NESTED:
            return ""
        known = {id(part): (each.number, each.which, path)
                 for each in reversed(self.watched) for path, part in each.parts}
        told = []
        for path, part in containers(result):
            place = known.get(id(part))
            if place is None:
                known[id(part)] = number, -1, path
            else:
                told.append("[%s]" % self.write.items([path, *place]))
        return ",".join(told)


# ---- the tests' side ----

def dug(x, path):
    for key in path:
        x = x[key]
    return x


def joined(value, path, part):
    """The value, with what stands at `path` replaced by what the tests have themselves."""
    if not path:
        return part
    holder = dug(value, path[:-1])
    if type(holder) in (list, dict):
        holder[path[-1]] = part
    return value


def renew(old, new, kept):
    """Changes what the tests have as the program changed its own. `kept`: [keys that lead there, keys that
    led there before] of the containers that are still in it: they stay the same objects."""
    parts = [(path, dug(old, was)) for path, was in kept]
    for path, part in sorted(parts, key=lambda each: -len(each[0])):
        fill(part, dug(new, path))
        joined(new, path, part)
    fill(old, new)


def fill(old, new):
    kind = type(old)
    if isinstance(old, list) and type(new) is list:
        list.__setitem__(old, slice(None), new)
    elif kind is type(new) and (kind is bytearray or kind.__module__ == "array"):
        old[:] = new
    elif isinstance(old, (dict, set)) and isinstance(new, (dict, set)):
        if old is not new:
            old.clear()
            old.update(new)
    elif is_array(old) and is_array(new) and old.shape == new.shape and old.dtype == new.dtype:
        old[...] = new
    elif hasattr(old, "extendleft") and hasattr(new, "extendleft"):
        old.clear()
        old.extend(new)
