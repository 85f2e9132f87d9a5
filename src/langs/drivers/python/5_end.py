# ---- the end ----

def reply(parts):
    import posix
    data = "".join(parts).encode("ascii")
    view = memoryview(data)
    while view:
        view = view[posix.write(REPLY_FD, view):]


def finish(code):
    """Ends at once: the answer is given, and what exit handlers or threads do is no part of it."""
    import posix
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()
        except BaseException:
            pass
    posix._exit(code)


def describe(error):
    name = str(type.__dict__["__name__"].__get__(type(error)))
    try:
        message = str(error)[:MAX_MESSAGE]
        message.encode("utf-8", "surrogatepass")
    except BaseException:
        message = ""
    return name, message


def print_traceback(error):
    """As the interpreter prints it, without the frames of this file."""
    trace = error.__traceback__
    own_file = print_traceback.__code__.co_filename
    while trace is not None and trace.tb_frame.f_code.co_filename == own_file:
        trace = trace.tb_next
    try:
        sys.__excepthook__(type(error), error.with_traceback(trace), trace)
    except BaseException:
        pass


def fail(status, kind, error):
    from _json import encode_basestring_ascii as string
    print_traceback(error)
    name, message = describe(error)
    if kind == "missing_function":
        name = "AttributeError"
    reply(['{"status":"', status, '","kind":"', kind, '","type":', string(name), ',"message":',
           string(message), "}"])
    finish(1)
