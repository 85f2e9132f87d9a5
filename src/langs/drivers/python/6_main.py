# ---- function calls ----

def load_candidate(namespace):
    source = read_code()
    used, bound = apply_prelude(namespace, [(source, CODE_FILE)], CALL_STARS, CALL_PLAIN)
    if used & {"ListNode", "TreeNode"}:
        nodes = {"__name__": "__main__"}
        exec(NODES, nodes)
        for name in ("ListNode", "TreeNode"):
            namespace[name] = nodes[name]
    sys.setrecursionlimit(600000)
    return compile(source, CODE_FILE, "exec")


class MissingFunction(Exception):
    pass


def find_function(namespace, name):
    solution = namespace.get("Solution")
    if isinstance(solution, type) and hasattr(solution, name):
        return getattr(solution(), name)
    if name in namespace:
        return namespace[name]
    where = "class Solution has no method" if isinstance(solution, type) else "there is no function"
    raise MissingFunction("%s %r" % (where, name))


def call(name):
    text = read_stdin()
    unlimited = getattr(sys, "set_int_max_str_digits", lambda digits: None)
    default_digits = getattr(sys, "get_int_max_str_digits", lambda: 0)()
    try:
        unlimited(0)
        arguments = parse(text.decode("utf-8"))
        unlimited(default_digits)
        if type(arguments) is not list:
            raise ValueError("the arguments are not a JSON array")
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        fail("error", "bad_arguments", error)
    del text

    namespace = fresh_main()
    try:
        run_candidate([load_candidate(namespace)], namespace)
    except SystemExit:
        raise
    except BaseException as error:
        fail("error", "exception", error)
    try:
        function = find_function(namespace, name)
    except MissingFunction as error:
        fail("error", "missing_function", error)
    except SystemExit:
        raise
    except BaseException as error:
        fail("error", "exception", error)

    try:
        kinds, returned_kind = parameter_annotations(function, len(arguments))
        classes = {n: namespace.get(n) for n in ("ListNode", "TreeNode")}
        for i, annotation in enumerate(kinds):
            kind, depth = node_kind(annotation)
            if kind and classes[kind]:
                arguments[i] = to_nodes(arguments[i], kind, depth, classes)
        result = function(*arguments)
    except SystemExit:
        raise
    except BaseException as error:
        fail("error", "exception", error)

    try:
        unlimited(0)
        encode = Encoder()
        shown = empty_nodes(result, returned_kind)
        parts = ['{"status":"ok","value":', encode(shown)]
        # What no function can change says nothing about it.
        fixed = not arguments or isinstance(arguments[0], (bool, int, float, complex, str, bytes))
        if shown is None and not fixed:
            after = [empty_nodes(a, k) for a, k in zip(arguments, kinds)]
            parts += [',"args":', encode(after)]
        parts.append("}")
    except BaseException as error:
        fail("error", "unserializable", error)
    reply(parts)
    finish(0)


# ---- asserts ----

# What finds objects that nothing names, or reads memory. The tests may use it, the candidate not.
# (No "ctypes.cdata": a multiprocessing.Value is made so.)
PRYING = {"gc.get_objects", "gc.get_referrers", "gc.get_referents", "ctypes.string_at",
          "ctypes.wstring_at"}


def seal(nonce, tests):
    """Keeps the answer that passes where no name, frame or attribute leads: in an audit hook, which
    can't be taken away. It answers when the driver's own frame says that the tests are over."""
    import posix
    from _json import encode_basestring_ascii as string
    answer = ('{"status":"passed","nonce":%s}' % string(nonce)).encode("ascii")
    frame, write, text, known, broken = sys._getframe, posix.write, str, set(), RuntimeError
    reply_fd, prying = REPLY_FD, PRYING.copy()
    driver = frame(1)
    todo = [tests]
    while todo:
        code = todo.pop()
        known.add(code)
        todo += [c for c in code.co_consts if type(c) is type(tests)]

    def hook(event, arguments):
        if event == "assay.tests_over":
            if frame(1) is driver:
                write(reply_fd, answer)
        elif event in prying or (event == "open" and text(arguments[0])[-3:] == "mem"):
            if frame(1).f_code not in known:
                raise broken("not while the tests run")

    sys.addaudithook(hook)


def run_asserts():
    request = parse(read_stdin().decode("utf-8"))
    function = request["function"]
    texts = [(request["setup"], "<setup>"), (read_code(), CODE_FILE), (request["test"], "<test>")]
    # What the candidate may replace is taken before it runs.
    run, tell, leave = exec, sys.audit, finish

    namespace = fresh_main()
    try:
        used, _ = apply_prelude(namespace, texts, ASSERT_STARS, ASSERT_PLAIN)
        if "np" in used or "numpy" in used:
            try:
                exec("import numpy, numpy as np", namespace)
            except ImportError:
                pass
        programs = [compile(text, filename, "exec") for text, filename in texts]
        seal(request.pop("nonce"), programs[2])
        del request
        run_candidate(programs[:2], namespace)
        # A check() of the candidate's own must not stand in for the test's.
        before = namespace.get("check")
        candidate = namespace[function] if function == "check" else None
        run(programs[2], namespace)
        if function:
            check = namespace.get("check")
            if check is before:
                raise NameError("the test text defines no check()")
            check(candidate or namespace[function])
    except BaseException as error:
        kind = "assertion" if issubclass(type(error), AssertionError) else "exception"
        fail("failed", kind, error)
    tell("assay.tests_over")
    leave(0)


if __name__ == "__main__":
    if sys.argv[1] == "call":
        call(sys.argv[2])
    else:
        run_asserts()
