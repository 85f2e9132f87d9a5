# ---- ListNode and TreeNode parameters ----

NODES = """
class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next

class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right
"""

def node_kind(annotation):
    """("ListNode" or "TreeNode" or None, how many lists are around it)."""
    if annotation is None:
        return None, 0
    text = annotation if type(annotation) is str else (
        annotation.__name__ if isinstance(annotation, type) and not hasattr(annotation, "__args__")
        else repr(annotation))
    for name in ("ListNode", "TreeNode"):
        if name in text:
            return name, text.count("List[") + text.count("list[")
    return None, 0


def to_nodes(value, kind, depth, classes):
    if depth > 0 and type(value) is list:
        return [to_nodes(v, kind, depth - 1, classes) for v in value]
    if type(value) is not list:
        return value
    node = classes[kind]
    if kind == "ListNode":
        head = None
        for v in reversed(value):
            made = node(v)
            made.next = head
            head = made
        return head
    if not value or value[0] is None:
        return None
    values = iter(value)
    root = node(next(values))
    level = [root]
    for parent in level:
        for side in ("left", "right"):
            v = next(values, None)
            if v is not None:
                child = node(v)
                setattr(parent, side, child)
                level.append(child)
    return root


def parameter_annotations(function, count):
    annotations = getattr(function, "__annotations__", None) or {}
    if not annotations:
        return [None] * count, None
    plain = getattr(function, "__func__", function)
    while hasattr(plain, "__wrapped__"):
        plain = plain.__wrapped__
    names = ()
    if hasattr(plain, "__code__"):
        names = plain.__code__.co_varnames[:plain.__code__.co_argcount]
        if hasattr(function, "__func__") and getattr(function, "__self__", None) is not None:
            names = names[1:]
    in_order = [annotations.get(name) for name in names][:count]
    return in_order + [None] * (count - len(in_order)), annotations.get("return")


def empty_nodes(value, annotation):
    """None for a node is an empty list on the wire."""
    kind, depth = node_kind(annotation)
    if kind is None:
        return value
    if value is None:
        return []
    if depth and type(value) is list:
        return [[] if v is None else v for v in value]
    return value
