# ---- one cell ----
import asyncio
import inspect
import tokenize

class NoInput(io.StringIO):
    """sys.stdin of a cell, with what its request brought."""

    def isatty(self):
        return False


class Kernel:
    def __init__(self, voice, outputs):
        self.voice = voice
        self.outputs = outputs
        self.pid = os.getpid()
        self.count = 0
        self.cell = 0
        self.running = False
        self.loop = None
        self.quiet = False
        self.main = types.ModuleType("__main__")
        self.names = self.main.__dict__
        self.given = {}  # of _, __ and ___: what we put there
        self.names.update({"__builtins__": builtins, CALL: Magics(self), "display": display,
                           "In": [""], "Out": {}})
        sys.modules["__main__"] = self.main

    # ---- what it shows ----

    def show(self, kind, value):
        method = getattr(type(value), "_ipython_display_", None)
        if method is not None and not isinstance(value, type):
            method(value)
            return
        data = within_frame(bundle(value))
        if data:
            self.voice.tell({"t": kind, "data": data, "count": self.count})

    def show_result(self, value):
        """sys.displayhook"""
        if value is None or self.quiet:
            return
        self.show("result", value)
        self.remember(value)

    def remember(self, value):
        for name, older in (("___", "__"), ("__", "_"), ("_", None)):
            if name in self.names and self.names[name] is not self.given.get(name):
                continue  # the program's own
            self.names[name] = self.given[name] = value if older is None else self.given.get(older, "")
        self.names["Out"][self.count] = value
        self.names["_%d" % self.count] = value

    # ---- how it runs ----

    def run_code(self, code, file=None):
        """Runs code as a cell does, within the cell that runs."""
        file = file or CELL_FILE % self.count
        tree = as_python(code, file)
        body = tree.body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        self.quiet = ends_with_semicolon(code)
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        if body:
            self.evaluate(compile(tree, file, "exec", flags, True))
        if last is not None:
            self.evaluate(compile(ast.Interactive([last]), file, "single", flags, True))

    def evaluate(self, compiled):
        if not compiled.co_flags & inspect.CO_COROUTINE:
            exec(compiled, self.names)
            return
        if self.loop is None or self.loop.is_closed():
            self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        task = self.loop.create_task(eval(compiled, self.names))
        try:
            self.loop.run_until_complete(task)
        except KeyboardInterrupt as interrupt:
            # Where the cell waited is known once its wait is given up.
            task.cancel()
            try:
                self.loop.run_until_complete(task)
            except asyncio.CancelledError as cancelled:
                raise interrupt.with_traceback(cancelled.__traceback__) from None
            raise

    def run_cell(self, order):
        """Gives the last frame of a cell."""
        self.cell = order["cell"]
        self.count += 1
        code = order["code"]
        file = CELL_FILE % self.count
        cell_numbers[file] = self.count
        linecache.cache[file] = (len(code), None, [line + "\n" for line in code.split("\n")], file)
        self.names["In"].append(code)
        sys.stdin = NoInput(order.get("stdin") or "")
        restore_descriptors(self.outputs)
        signal.signal(signal.SIGINT, self.interrupt)
        environment = order.get("env") or {}
        before = {name: os.environ.get(name) for name in environment}
        os.environ.update(environment)
        status = "ok"
        exit_code = 0
        try:
            self.running = True
            try:
                self.run_code(code, file)
                show_figures()
            finally:
                self.running = False
        except BaseException as error:
            self.running = False
            status = "error"
            exit_code = 1
            if isinstance(error, SystemExit) and self.voice.forked:
                exit_code = error.code if isinstance(error.code, int) else int(bool(error.code))
            else:
                self.show_error(error)
        if os.getpid() != self.pid:
            self.flush()
            os._exit(exit_code & 255)  # a child that the cell forked came here, too
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        self.flush()
        return {"t": "done", "cell": self.cell, "status": status, "count": self.count}

    def show_error(self, error):
        kind = type(error)
        trace = error.__traceback__
        # What the program keeps of it shall not hold our frames.
        text = traceback_text(kind, error, trace)
        if isinstance(error, (UsageError, SystemExit)):
            text = "\n".join(last_lines(kind, error))
        sys.last_type, sys.last_value, sys.last_traceback = kind, error, trace
        if self.voice.forked:
            sys.stderr.write(text)
            return
        value = error_value(error)
        self.voice.tell({"t": "error", "name": name_of(kind), "value": value, "traceback": text})

    def flush(self):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass

    def interrupt(self, *_):
        if self.running:
            raise KeyboardInterrupt


def error_value(error):
    text = value_of(error)
    return text if len(text) <= MOST_TRACEBACK else text[:MOST_TRACEBACK] + "[...]"


def ends_with_semicolon(code):
    last = None
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type not in (tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT,
                                  tokenize.ENDMARKER, tokenize.INDENT, tokenize.DEDENT):
                last = token
    except (tokenize.TokenError, SyntaxError):
        return False
    return last is not None and last.string == ";"
