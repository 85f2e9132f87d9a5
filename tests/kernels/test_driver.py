"""The kernel's program: cells as a notebook shows them, and cells that attack their own kernel."""
import base64
import os
import signal
import time

import pytest

from cells import SESSIONS
from driver import Kernel, Outcome

PYTHON = os.environ.get("ASSAY_KERNEL_PYTHON", "/usr/bin/python3")


@pytest.fixture
def kernel(tmp_path):
    started = Kernel(PYTHON, directory=str(tmp_path))
    yield started
    started.close()


def differences(outcome: Outcome, expected: dict) -> list[str]:
    """What of a cell isn't as expected."""
    results = outcome.results
    seen = {
        "stdout": outcome.stdout,
        "stderr": outcome.stderr,
        "result": results[0]["text/plain"] if results else None,
        "html": results[0].get("text/html") if results else None,
        "error": outcome.error.get("name"),
        "value": outcome.error.get("value"),
        "displayed": [data["text/plain"] for data in outcome.shown("display")],
    }
    wrong = [f"{part}: {seen[part]!r}, expected {value!r}"
             for part, value in expected.items() if part != "traceback" and seen[part] != value]
    wrong += [f"traceback: no {line!r} in {outcome.error.get('traceback')!r}"
              for line in expected.get("traceback", []) if line not in outcome.error.get("traceback", "")]
    if "error" not in expected and outcome.error:
        wrong.append(f"error: {outcome.error}")
    if outcome.status != ("error" if "error" in expected else "ok"):
        wrong.append(f"status: {outcome.status}")
    return wrong


@pytest.mark.parametrize("session", SESSIONS)
def test_cells_are_as_in_a_notebook(kernel, session):
    wrong = []
    for code, expected in SESSIONS[session]:
        wrong += [f"{code!r}: {line}" for line in differences(kernel.run(code), expected)]
    assert not wrong, "\n".join(wrong)


def test_output_keeps_its_order(kernel):
    outcome = kernel.run(
        "import os, sys\nprint('1')\nprint('2', file=sys.stderr)\nprint('3')\ndisplay(4)\n"
        "os.system('echo 5')\nos.write(1, b'6\\n')\nsys.stdout.buffer.write(b'7\\n')\n"
        "os.system('echo 8 >&2')\nprint('9', file=sys.stderr)\n'10'")
    assert outcome.order == [("stdout", "1\n"), ("stderr", "2\n"), ("stdout", "3\n"),
                             ("display", "4"), ("stdout", "5\n6\n7\n"), ("stderr", "8\n9\n"),
                             ("result", "'10'")]
    for turn in range(50):
        outcome = kernel.run("for i in range(20):\n    print(i)\n    print(i, file=sys.stderr)")
        assert outcome.order == [pair for i in range(20)
                                 for pair in (("stdout", f"{i}\n"), ("stderr", f"{i}\n"))], turn


def test_output_is_streamed(kernel):
    kernel.start("import time\nprint('soon')\ntime.sleep(30)")
    assert kernel.frame(time.monotonic() + 10)["text"] in ("soon", "soon\n")  # print() writes the line's end apart
    kernel.send({"op": "interrupt"})
    outcome = kernel.finish()
    assert outcome.status == "interrupted" and not outcome.restarted
    assert outcome.error["name"] == "KeyboardInterrupt"
    assert "line 3\n    time.sleep(30)" in outcome.error["traceback"]


def test_a_cell_over_its_time_is_interrupted_and_the_state_stays(kernel):
    kernel.run("x = 1")
    outcome = kernel.run("while True:\n    x += 1", timeout=0.5)
    assert (outcome.status, outcome.restarted) == ("timeout", False)
    assert "0.5 s" in outcome.done["message"]
    assert kernel.run("x > 1").results == [{"text/plain": "True"}]


def test_a_wait_of_the_event_loop_is_interrupted(kernel):
    outcome = kernel.run("import asyncio\nawait asyncio.sleep(60)", timeout=0.5)
    assert outcome.status == "timeout" and not outcome.restarted
    assert "run_until_complete" not in outcome.error["traceback"]
    assert "Cell In[1], line 2" in outcome.error["traceback"]
    assert kernel.run("await asyncio.sleep(0, 5)").results == [{"text/plain": "5"}]


def test_a_child_of_a_cell_is_interrupted_with_it(kernel):
    begin = time.monotonic()
    outcome = kernel.run("import os\nos.system('sleep 60')", timeout=0.5)
    assert outcome.status == "timeout" and time.monotonic() - begin < 20


@pytest.mark.parametrize("code", [
    "import time\nwhile True:\n    try:\n        time.sleep(9)\n    except BaseException:\n        pass",
    "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\ntime.sleep(60)",
    "import re\nre.match('(a+)+$', 'a' * 60 + 'b')",
    "import threading\nthreading.Lock().acquire() or None\nl = threading.Lock(); l.acquire()\n"
    "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])\nl.acquire()",
    "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
])
def test_what_does_not_stop_is_killed_and_that_is_said(kernel, code):
    kernel.run("x = 1")
    outcome = kernel.run("print('before')\n" + code, timeout=0.3, grace_ms=300)
    assert outcome.status == "timeout" and outcome.stdout == "before\n"
    if outcome.restarted:
        assert "killed" in outcome.done["message"]
        assert kernel.run("x").error["name"] == "NameError"
    assert kernel.run("2").results == [{"text/plain": "2"}]


@pytest.mark.parametrize("code, message", [
    ("import os\nos._exit(0)", "exited with code 0"),
    ("import os\nos._exit(3)", "exited with code 3"),
    ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "killed by SIGKILL"),
    ("import ctypes\nctypes.string_at(0)", "killed by SIGSEGV"),
    ("import os\nos.abort()", "killed by SIGABRT"),
    ("import os\nos.closerange(3, 1000)", "closed the descriptors"),
    ("import os\nos.execv('/bin/true', ['true'])", "exited with code 0"),
])
def test_a_kernel_that_dies_is_never_a_cell_that_ended(kernel, code, message):
    kernel.run("x = 1")
    outcome = kernel.run("print('first')\n" + code)
    assert (outcome.status, outcome.restarted) == ("died", True)
    assert message in outcome.done["message"]
    assert outcome.stdout == "first\n"
    assert kernel.run("x").error["name"] == "NameError"


def test_a_kernel_that_dies_between_cells_is_told(kernel):
    kernel.run("import os, threading\nthreading.Timer(0.2, lambda: os._exit(4)).start()")
    frame = kernel.frame(time.monotonic() + 10)
    assert frame["t"] == "started" and "exited with code 4" in frame["why"]


def test_descriptors_may_be_closed_and_streams_replaced(kernel):
    assert kernel.run("import os, sys\nfor i in range(3):\n    os.close(i)\nprint('still')").stdout == "still\n"
    assert kernel.run("os.system('echo again') and None").stdout == "again\n"
    assert kernel.run("sys.stdout.close(); sys.stderr.close(); print('open')").stdout == "open\n"
    kernel.run("import io\nsys.stdout = io.StringIO()\nprint('kept')")
    assert kernel.run("sys.stdout.getvalue()").results == [{"text/plain": "'kept\\n'"}]
    assert kernel.run("sys.stdout = None; print('lost'); 3").results == [{"text/plain": "3"}]
    assert kernel.run("1/0").error["name"] == "ZeroDivisionError"
    kernel.run("del sys.stdout, sys.stderr")
    assert kernel.run("4").results == [{"text/plain": "4"}]


def test_forked_children_do_not_speak_for_the_kernel(kernel):
    outcome = kernel.run("import os\npid = os.fork()\nif pid == 0:\n    print('child')\nelse:\n"
                         "    print('code', os.waitpid(pid, 0)[1])")
    assert outcome.status == "ok" and outcome.stdout == "child\ncode 0\n"
    outcome = kernel.run("pid = os.fork()\nif pid == 0:\n    display('lost'); 1/0\n"
                         "os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])")
    assert outcome.status == "ok" and outcome.results == [{"text/plain": "1"}]
    assert "ZeroDivisionError" in outcome.stderr and outcome.shown("display") == []
    outcome = kernel.run("import multiprocessing as m\nwith m.get_context('fork').Pool(2) as p:\n"
                         "    r = p.map(abs, [-1, -2])\nr")
    assert outcome.results == [{"text/plain": "[1, 2]"}]


def test_a_daemon_of_a_cell_does_not_hold_it(kernel):
    begin = time.monotonic()
    outcome = kernel.run("import subprocess\np = subprocess.Popen(['sleep', '60'])\np.pid")
    assert outcome.status == "ok" and time.monotonic() - begin < 20
    pid = int(outcome.results[0]["text/plain"])
    kernel.send({"op": "restart"})
    assert kernel.frame(time.monotonic() + 10)["why"] == "the kernel was restarted"
    assert not os.path.exists(f"/proc/{pid}")  # what a kernel started ends with it


def test_threads_print_into_the_cell_that_runs(kernel):
    assert kernel.run("import threading, time\ndef late():\n    time.sleep(0.2)\n    print('late')\n"
                      "threading.Thread(target=late).start()").stdout == ""
    assert kernel.run("time.sleep(0.6)").stdout == "late\n"
    kernel.run("threading.Thread(target=late).start()")
    frame = kernel.frame(time.monotonic() + 10)
    assert (frame["t"], frame["text"], frame.get("cell")) == ("stdout", "late\n", None)


def test_tasks_go_on_between_cells(kernel):
    kernel.run("import asyncio\nasync def later():\n    await asyncio.sleep(0.1)\n    print('later')\n"
               "await asyncio.sleep(0)\ntask = asyncio.ensure_future(later())")
    text = ""
    while not text.endswith("\n"):  # what is printed may come in two frames
        text += kernel.frame(time.monotonic() + 10)["text"]
    assert text == "later\n"


def test_output_is_bounded_and_what_is_left_out_is_counted(kernel):
    outcome = kernel.run("print('x' * 3000000)\n1/0", output_bytes=1000000)
    assert len(outcome.stdout) == 1000000 and outcome.done["dropped"] == 2000001
    assert outcome.error["name"] == "ZeroDivisionError"  # an error is told however much was said
    outcome = kernel.run("'y' * 5000", output_bytes=1000)
    assert outcome.results == [] and outcome.done["dropped"] > 5000
    assert "more than" in kernel.run("'z' * (40 << 20)").results[0]["text/plain"]


def test_alarms_of_a_program_do_not_break_the_conversation(kernel):
    outcome = kernel.run(
        "import signal, sys\nrings, armed = 0, False\nclass Ring(BaseException):\n    pass\n"
        "def ring(*_):\n    global armed\n    if armed:\n        armed = False\n"
        "        raise Ring\n"
        "signal.signal(signal.SIGALRM, ring)\nsignal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\n"
        "while rings < 300:\n    try:\n        armed = True\n        while True:\n"
        "            print('a'); print('b', file=sys.stderr); display(1)\n"
        "    except Ring:\n        rings += 1\n"
        "signal.setitimer(signal.ITIMER_REAL, 0)\nrings", output_bytes=50 << 20)
    assert outcome.status == "ok" and outcome.results == [{"text/plain": "300"}]
    kernel.run("def ring(*_):\n    raise TimeoutError('ring')\n"
               "signal.signal(signal.SIGALRM, ring)\n"
               "signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)\n1")
    for _ in range(50):
        # Between cells a handler that raises may end the kernel, which is then said.
        assert kernel.run("2").status in ("ok", "error", "died")
    while kernel.run("import signal; signal.setitimer(signal.ITIMER_REAL, 0)").status != "ok":
        pass
    assert kernel.run("3").results == [{"text/plain": "3"}]


def test_forged_frames_are_not_another_cell(kernel):
    outcome = kernel.run(
        "import os, socket\nd = '/proc/self/fd/'\n"
        "n = [f for f in os.listdir(d) if os.path.exists(d + f) and 'socket' in os.readlink(d + f)]\n"
        "s = socket.socket(fileno=int(n[0]))\n"
        "s.send(b'junk')\ns.send(b'\\0' * 16)\nfor i in range(99):\n    s.send(bytes(range(64)))\n'fine'")
    assert outcome.status == "ok" and outcome.results == [{"text/plain": "'fine'"}]


def test_input_reads_what_the_request_brought(kernel):
    outcome = kernel.run("a = input('name? ')\nb = input()\nimport sys\n(a, b, sys.stdin.read())",
                         stdin="Ada\nLovelace\nrest")
    assert outcome.stdout == "name? " and outcome.results[0]["text/plain"] == "('Ada', 'Lovelace', 'rest')"
    assert kernel.run("input()").error["name"] == "EOFError"


def test_environment_of_one_cell(kernel):
    outcome = kernel.run("import os\nos.environ['A'], os.popen('echo $A').read()", env={"A": "b"})
    assert outcome.results == [{"text/plain": "('b', 'b\\n')"}]
    assert kernel.run("'A' in os.environ").results == [{"text/plain": "False"}]


def test_modules_of_the_directory_are_found(kernel):
    kernel.run("open('mine.py', 'w').write('value = 7\\n')")
    assert kernel.run("import mine\nmine.value").results == [{"text/plain": "7"}]


def test_ipython_display_is_there(kernel):
    outcome = kernel.run("from IPython.display import HTML, Markdown, Image, JSON, display, clear_output\n"
                         "display(HTML('<p>'))\nMarkdown('*m*')")
    assert outcome.shown("display")[0]["text/html"] == "<p>"
    assert outcome.results[0]["text/markdown"] == "*m*"
    png = base64.b64encode(b"\x89PNG\r\n").decode()
    assert kernel.run("Image(data=b'\\x89PNG\\r\\n')").results[0]["image/png"] == png
    assert kernel.run("JSON({'a': [1]})").results[0]["application/json"] == {"a": [1]}


def test_failing_descriptions_are_shown_and_do_not_fail_the_cell(kernel):
    outcome = kernel.run("class A:\n    def __repr__(self):\n        raise ValueError('no repr')\n"
                         "    def _repr_html_(self):\n        return '<b>'\nA()")
    assert outcome.status == "ok" and outcome.results == [{"text/html": "<b>"}]
    assert "ValueError: no repr" in outcome.stderr


def test_the_supervisor_is_out_of_reach(kernel):
    outcome = kernel.run("import os\ntry:\n    os.listdir('/proc/%d/fd' % os.getppid())\n"
                         "except PermissionError as e:\n    print('refused')\nos.getuid()")
    assert outcome.stdout == "refused\n" or outcome.results == [{"text/plain": "0"}]


def test_the_end_of_the_server_ends_the_kernel(kernel):
    pid = kernel.started["pid"]
    assert kernel.process.stdin is not None
    kernel.process.stdin.close()
    assert kernel.process.wait(20) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(pid, signal.SIGCONT)
    kernel.process.stdin = open(os.devnull, "wb")
