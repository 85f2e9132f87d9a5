# ---- lines that aren't Python ----
#
# Only where Python's parser stops, so that no Python program is read otherwise: a line that begins
# with % or !, or assigns one, becomes a call. Lines keep their numbers.
import ast
import re
import shlex
import subprocess

CALL = "__assay_line__"
ESCAPED = re.compile(r"^(\s*)(?:([\w.,\s\[\]'\"]+?)\s*=\s*)?([%!])(.*)$", re.DOTALL)


class UsageError(Exception):
    """As notebooks say it of a magic that isn't there."""


class Lines(list):
    """What `x = !command` gives."""

    @property
    def l(self):  # noqa: E743
        return list(self)

    @property
    def n(self):
        return "\n".join(self)

    @property
    def s(self):
        return " ".join(self)


def as_call(line):
    """The line as Python; None when it is none of ours."""
    match = ESCAPED.match(line)
    if match is None:
        return None
    indent, target, kind, rest = match.groups()
    call = "%s(%r, %r, %r)" % (CALL, kind, rest.strip(), target is not None)
    return indent + ("%s = " % target if target is not None else "") + call


def as_python(code, file):
    """Parses a cell; a SyntaxError of Python's when it is none, with or without our lines."""
    first = code.lstrip("\n")
    if first.startswith("%%"):
        name, _, body = first[2:].partition("\n")
        code = "%s('%%%%', %r, False, %r)" % (CALL, name.strip(), body)
    lines = code.split("\n")
    for _ in range(len(lines) + 1):
        try:
            return ast.parse("\n".join(lines), file)
        except SyntaxError as error:
            at = (error.lineno or 0) - 1
            changed = as_call(lines[at]) if 0 <= at < len(lines) else None
            if changed is None:
                raise
            more = at + 1
            while changed and lines[more - 1].endswith("\\") and more < len(lines):
                lines[at] = lines[at][:-1] + lines[more].strip()
                lines[more] = ""
                changed = as_call(lines[at])
                more += 1
            lines[at] = changed
    raise SyntaxError("invalid syntax", (file, 1, 1, lines[0]))


class Magics:
    def __init__(self, kernel):
        self.kernel = kernel
        self.names = kernel.names

    def __call__(self, kind, text, value_wanted, body=None):
        if kind == "!":
            return self.command(text, value_wanted)
        name, _, rest = text.partition(" ")
        found = getattr(self, ("cell_" if kind == "%%" else "line_") + name, None)
        if found is None:
            what = "Cell magic `%%" if kind == "%%" else "Line magic function `%"
            raise UsageError("%s%s` not found." % (what, name))
        rest = rest.strip()
        return found(rest) if body is None else found(rest, body)

    def with_names(self, text):
        """$name and {expression}, as far as they are there."""

        def filled(match):
            try:
                return str(eval(match.group(1) or match.group(2), self.names))
            except Exception:
                return match.group(0)

        return re.sub(r"\{([^{}]+)\}|(?<![\w$\\])\$([A-Za-z_]\w*)", filled, text)

    def command(self, text, value_wanted):
        options = {"shell": True, "executable": "/bin/bash" if os.path.exists("/bin/bash") else None}
        if value_wanted:
            done = subprocess.run(self.with_names(text), stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, **options)
            self.names["_exit_code"] = done.returncode
            return Lines(done.stdout.decode("utf-8", "replace").splitlines())
        self.names["_exit_code"] = subprocess.call(self.with_names(text), **options)

    def line_cd(self, path):
        os.chdir(os.path.expanduser(self.with_names(path).strip("'\"") or "~"))
        print(os.getcwd())

    def line_pwd(self, _):
        return os.getcwd()

    def line_ls(self, options):
        self.command("ls " + options, False)

    def line_pip(self, options):
        subprocess.call([sys.executable, "-m", "pip"] + shlex.split(self.with_names(options)))

    def line_env(self, setting):
        name, equals, value = setting.partition("=")
        if not setting:
            return dict(os.environ)
        if not equals and " " not in setting:
            return os.environ.get(setting)
        if not equals:
            name, _, value = setting.partition(" ")
        os.environ[name.strip()] = self.with_names(value.strip())
        print("env: %s=%s" % (name.strip(), os.environ[name.strip()]))

    line_set_env = line_env

    def line_matplotlib(self, _):
        pass  # figures are shown inline anyway

    def line_time(self, code):
        self.cell_time("", code)

    def cell_time(self, _, code):
        begin, cpu = time.perf_counter(), time.process_time()
        try:
            self.kernel.run_code(code)
        finally:
            print("CPU times: total: %s\nWall time: %s" % (
                seconds_text(time.process_time() - cpu),
                seconds_text(time.perf_counter() - begin)))

    def line_timeit(self, code):
        self.cell_timeit("", code)

    def cell_timeit(self, setup, code):
        import timeit
        options = re.match(r"\s*((?:-[nr]\s*\d+\s*)*)(.*)$", code if not setup else setup, re.DOTALL)
        given = dict(re.findall(r"-([nr])\s*(\d+)", options.group(1)))
        if setup:
            setup = options.group(2)
        else:
            code = options.group(2)
        timer = timeit.Timer(code, setup or "pass", globals=self.names)
        number = int(given.get("n", 0)) or timer.autorange()[0]
        runs = [taken / number for taken in timer.repeat(int(given.get("r", 7)), number)]
        mean = sum(runs) / len(runs)
        spread = (sum((taken - mean)**2 for taken in runs) / len(runs))**0.5
        print("%s +- %s per loop (mean +- std. dev. of %d runs, %d loops each)" % (
            seconds_text(mean), seconds_text(spread), len(runs), number))

    def cell_bash(self, _, body):
        status = subprocess.run(["/bin/bash", "-c", body]).returncode
        if status:
            raise subprocess.CalledProcessError(status, "bash")

    cell_sh = cell_bash

    def cell_writefile(self, options, body):
        append = options.startswith("-a ")
        path = os.path.expanduser(options[3:].strip() if append else options)
        print("%s %s" % ("Appending to" if append else
                         "Overwriting" if os.path.exists(path) else "Writing", path))
        with open(path, "a" if append else "w", encoding="utf-8") as file:
            file.write(body)


def seconds_text(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return "%.3g %s" % (seconds / size, unit)
    return "%.3g ns" % (seconds * 1e9)
