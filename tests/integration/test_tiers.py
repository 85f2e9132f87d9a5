"""The ladder of isolation tiers: what doctor says of each, forcing one, and refusing with a remedy.

These hold on any machine, whatever its kernel allows."""
import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

import pytest

from harness import handed_group
from harness import redteam
from harness import server as harness

ORDINARY = 65534


def assay(*arguments, as_user=None):
    """As an ordinary user it is started through a descriptor: the folder may be closed to that one."""
    with open(harness.binary(), "rb") as program:
        def become():
            if as_user is not None:
                os.setgroups([])
                os.setresgid(as_user, as_user, as_user)
                os.setresuid(as_user, as_user, as_user)
        return subprocess.run([f"/proc/self/fd/{program.fileno()}", *arguments], text=True,
                              capture_output=True, pass_fds=[program.fileno()], cwd="/",
                              preexec_fn=become, timeout=300, env={"PATH": os.environ["PATH"]})


@pytest.fixture(autouse=True)
def needs_root():
    if reason := harness.why_not():
        pytest.skip(reason)


def doctor(*options, **how):
    return json.loads(assay("doctor", "--json", "--toolchain-self-test", "off", *options, **how).stdout)


def test_doctor_shows_the_ladder_with_reasons_and_remedies():
    report = doctor()
    assert [tier["name"] for tier in report["tiers"]] == [
        "privileged", "delegated", "userns", "landlock"]
    assert report["tier"] == "privileged" and report["tiers"][0]["stands"]
    for tier in report["tiers"]:
        missing = [f for f in tier["features"] if f["required"] and not f["available"]]
        assert tier["stands"] == (not missing) and bool(tier["problem"]) == bool(missing)
        assert all(f["consequence"] for f in missing)
    shown = assay("doctor", "--toolchain-self-test", "off").stdout
    assert "estimated limits" in shown and "tier: privileged" in shown


def test_an_unprivileged_account_is_told_what_would_help():
    report = doctor(as_user=ORDINARY)
    privileged = report["tiers"][0]
    assert not privileged["stands"]
    root = next(f for f in privileged["features"] if f["name"] == "root with its capabilities")
    assert not root["available"] and "root" in root["remedy"] or "privileged" in root["remedy"]


def test_one_is_forced_or_refused_and_never_replaced():
    served = assay("serve", "--port", "0", "--tier", "privileged", as_user=ORDINARY)
    assert served.returncode != 0 and "does not allow the privileged tier" in served.stderr
    assert "root" in served.stderr
    for tier in doctor()["tiers"]:
        if tier["built"]:
            continue
        served = assay("serve", "--port", "0", "--tier", tier["name"])
        assert served.returncode != 0 and "not built in this version" in served.stderr
    wrong = assay("serve", "--tier", "none")
    assert wrong.returncode != 0 and "userns" in wrong.stderr


def test_an_ordinary_user_judges_where_the_kernel_allows_it_and_is_refused_elsewhere():
    # Not below the test's own folder, which is root's.
    with tempfile.TemporaryDirectory(dir="/var/cache") as folder:
        os.chown(folder, ORDINARY, ORDINARY)
        program = pathlib.Path(folder, "main.py")
        program.write_text("import os\nprint(os.getuid() >= 61000, int(input()) + 1)\n")
        pathlib.Path(folder, "in").write_text("41\n")
        pathlib.Path(folder, "out").write_text("True 42\n")
        done = assay("run", str(program), "--input", f"{folder}/in", "--expect", f"{folder}/out", "--json",
                     "--cache-dir", folder, as_user=ORDINARY)
        stands = next(t for t in doctor(as_user=ORDINARY)["tiers"] if t["name"] == "userns")["stands"]
        if not stands:
            assert done.returncode != 0 and "does not allow the userns tier" in done.stderr
            return
        verdict = json.loads(done.stdout)
        assert (verdict["verdict"], verdict["tier"]) == ("AC", "userns"), verdict
        assert verdict["approximate_limits"] == ["memory", "cpu_time"]
        assert "user_quotas" in verdict["open_channels"]


def forgotten_folders():
    """Of boxes without a root of their own: those that no living server holds."""
    found = set()
    for path in pathlib.Path("/tmp").glob(".assay-*"):
        with contextlib.suppress(OSError):
            folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
            try:
                fcntl.flock(folder, fcntl.LOCK_SH | fcntl.LOCK_NB)
                found.add(path)
            finally:
                os.close(folder)
    return found


def needs_landlock():
    landlock = next(t for t in doctor(as_user=ORDINARY)["tiers"] if t["name"] == "landlock")
    if not landlock["stands"] or "Landlock ABI" in landlock["weakness"]:
        pytest.skip(f"this host does not allow the tier: {landlock['problem']}{landlock['weakness']}")
    return landlock


def test_without_namespaces_who_asks_for_it_is_judged(monkeypatch):
    """As in a plain container: the best tier is none, and it says which one could be asked for."""
    landlock = needs_landlock()
    assert landlock["only_by_name"] and landlock["weakness"]
    before = forgotten_folders()
    monkeypatch.setenv("ASSAY_TEST_USER", str(ORDINARY))
    monkeypatch.setenv("ASSAY_TIER", "landlock")
    with harness.AssayServer() as server:
        unasked = subprocess.run([*harness.ordinary_user(), str(harness.binary()), "serve", "--port", "0"], text=True,
                                 capture_output=True, timeout=300, env={"PATH": os.environ["PATH"]})
        assert unasked.returncode != 0 and "landlock tier is weak" in unasked.stderr, unasked.stderr
        for name in ("memory_hog.c", "memory_hog_in_children.py"):
            assert server.verify(sandboxee(name))["verdict"] == "MLE"
        for name in ("fork_bomb.c", "fork_bomb_with_sessions.py", "daemon.py", "ptrace_agent.c", "kill_everyone.py"):
            result = server.verify(sandboxee(name))
            assert result["cause"] == "candidate" and server.candidates_left() == [], result
        right = {"language": "python", "code": "print(int(input()) + 1)",
                 "problem": {"mode": "stdin_stdout", "tests": [{"input": "41\n", "expected": "42\n"}]}}
        result = server.verify(right)
        assert (result["verdict"], result["tier"]) == ("AC", "landlock"), result
        assert result["tests"][0]["warm"], result
        assert result["approximate_limits"] == ["memory", "cpu_time", "processes"]
        assert {"process_ids", "shared_file_system", "user_quotas"} <= set(result["open_channels"])
        guesses_at_stored_answers(server)
    assert server.leftovers() == []
    assert forgotten_folders() <= before


def test_without_namespaces_a_forked_program_ends_with_its_agent(monkeypatch):
    """Also when all that could end it is killed at the same moment."""
    needs_landlock()
    monkeypatch.setenv("ASSAY_TEST_USER", str(ORDINARY))
    monkeypatch.setenv("ASSAY_TIER", "landlock")
    with harness.AssayServer() as server:
        kill_all_that_watches(server)
    assert server.leftovers() == []


def kill_all_that_watches(server):
    endless = {"language": "python", "code": "import time\ntime.sleep(600)", "cache": False,
               "problem": {"mode": "run", "tests": [{"input": "", "expected": ""}]},
               "limits": {"cpu_time_s": 8, "wall_time_s": 8}}
    judged = threading.Thread(target=server.verify, args=[endless])
    judged.start()
    deadline = time.monotonic() + 120
    programs = []
    while not programs and time.monotonic() < deadline:
        names, _ = server.named_programs()
        below = {pid: stat_of(pid) for pid in map(int, filter(str.isdigit, os.listdir("/proc")))}
        # A program leads a group of its own; the interpreter it is forked from is in the agent's.
        programs = [pid for pid, (_, parent, group, *_) in below.items()
                    if names.get(int(parent)) == "assay-agent" and int(group) == pid]
        time.sleep(0.01)
    assert programs
    own = [pid for pid in names if pid != server.pid]
    assert {"box-guardian", "assay-spawner", "assay-agent"} == {names[pid] for pid in own}
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in own:
            os.kill(pid, number)
    while any(alive(pid) for pid in programs) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(alive(pid) for pid in programs)
    judged.join(300)  # the server has begun anew
    assert not judged.is_alive()


def stat_of(pid):
    """State, parent, group and so on; a zombie's state when it has gone."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return ["Z", "0", "0"]


def alive(pid):
    return stat_of(pid)[0] != "Z"


def guesses_at_stored_answers(server):
    """A program may ask whether any path is there, and a stored problem's name is a hash of its answers."""
    problem = {"tests": [{"input": "", "expected": "a coin: heads\n"}]}
    canonical = json.dumps(problem, sort_keys=True, separators=(",", ":")).encode()
    name = hashlib.sha256(canonical).hexdigest()
    reply = server.request("PUT", f"/v1/problems/{name}", canonical)
    assert reply.status == 201 and reply.json()["persistent"], reply.body
    folder = pathlib.Path(server.cache_directory, "problems")
    [stored] = folder.glob(f"**/{name}")
    inside = [str(folder), *(f"/proc/{server.pid}/{way}" for way in ("cwd/.", "root/etc", "fd/0"))]
    # Who knows the whole path may still ask; nobody tells it.
    expected = "[True, False, False, False]\nFalse True\nPermissionError\n"
    result = server.verify({"language": "python", "cache": False,
                            "problem": {"mode": "stdin_stdout", "tests": [{"input": "", "expected": expected}]},
                            "code": "import os\n"
                                    f"print([os.path.exists(p) for p in {inside!r}])\n"
                                    f"print(os.path.exists({str(folder / name)!r}), os.path.exists({str(stored)!r}))\n"
                                    f"try: os.listdir({str(folder)!r})\n"
                                    "except OSError as error: print(type(error).__name__)\n"})
    assert result["verdict"] == "AC", result


def test_a_user_to_whom_a_cgroup_was_handed_is_judged_exactly():
    """Or, where cgroups of version 2 have no controllers, is told so."""
    report = doctor(as_user=ORDINARY)
    tier = next(t for t in report["tiers"] if t["name"] == "delegated")
    if handed_group.why_not() is not None:
        missing = {f["name"] for f in tier["features"] if not f["available"]}
        assert "cgroup version 2 with controllers" in missing and not tier["stands"]
        return
    assert not tier["stands"] and "delegated cgroup" in tier["problem"]  # the one we are in is root's
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_TEST_USER", str(ORDINARY))
        patch.setenv("ASSAY_TIER", "delegated")
        with harness.AssayServer() as server:
            patient = {"cpu_time_s": 60, "wall_time_s": 120}  # the machine may be an emulated one
            result = server.verify(sandboxee("memory_hog_in_children.py", **patient))
            assert (result["verdict"], result["tier"]) == ("MLE", "delegated"), result
            assert not result.get("approximate_limits") and "user_quotas" in result["open_channels"], result
            assert server.verify(sandboxee("unix_buffers_in_children.py", **patient))["verdict"] == "MLE"
        # By itself it is the best there is.
        prefix = handed_group.prefix(ORDINARY)
        shown = subprocess.run([*prefix, harness.binary(), "doctor", "--json", "--toolchain-self-test", "off"],
                               capture_output=True, text=True, timeout=300, cwd="/",
                               env={"PATH": os.environ["PATH"]})
        assert json.loads(shown.stdout)["tier"] == "delegated", shown.stdout
        # Who isn't alone in the group is told to be.
        crowd = [*prefix[:3], str(handed_group.make(ORDINARY)), *prefix[4:], "/bin/sh", "-c", '"$@"; exit $?', "sh"]
        shown = subprocess.run([*crowd, harness.binary(), "doctor", "--json", "--toolchain-self-test", "off"],
                               capture_output=True, text=True, timeout=300, cwd="/",
                               env={"PATH": os.environ["PATH"]})
        tier = next(t for t in json.loads(shown.stdout)["tiers"] if t["name"] == "delegated")
        assert not tier["stands"] and "must be alone" in tier["problem"], tier


@pytest.fixture(scope="module")
def ordinary():
    """A server of an ordinary user, in a group that lets all of it have some memory; and that group."""
    if why := why_not_ordinary():
        pytest.skip(why)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_TEST_USER", str(ORDINARY))
        patch.setenv("ASSAY_TIER", "userns")
        with memory_group() as group:
            enter = ["/bin/sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', group]
            with harness.AssayServer(prefix=enter) as server:
                yield server, group
            assert server.leftovers() == []


def why_not_ordinary():
    if reason := harness.why_not():
        return reason
    userns = next(t for t in doctor(as_user=ORDINARY)["tiers"] if t["name"] == "userns")
    return None if userns["stands"] else f"this host does not allow the tier: {userns['problem']}"


@contextlib.contextmanager
def memory_group():
    """A cgroup of the host's memory controller, of either version."""
    first = pathlib.Path("/sys/fs/cgroup/memory")
    parent = first if first.is_dir() else pathlib.Path("/sys/fs/cgroup")
    if parent != first:
        (parent / "cgroup.subtree_control").write_text("+memory")
    group = parent / f"assay-test-tiers-{os.getpid()}"
    group.mkdir()
    try:
        yield str(group)
    finally:
        remove_group(group)


def remove_group(group, patience_s=60):
    """Those that end with a server are reaped a moment after it."""
    deadline = time.monotonic() + patience_s
    while True:
        try:
            return group.rmdir()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def limit_memory(group, number):
    name = "memory.limit_in_bytes" if "/cgroup/memory/" in group else "memory.max"
    pathlib.Path(group, name).write_text(str(number))


def sandboxee(name, **limits):
    code = (harness.REPOSITORY / "tests" / "sandboxees" / name).read_text()
    return {"language": {"c": "c", "py": "python"}[name.rpartition(".")[2]], "code": code, "cache": False,
            "problem": {"mode": "run", "tests": [{"input": "", "expected": ""}]},
            "limits": {"cpu_time_s": 2, "wall_time_s": 3, "memory_mb": 256, **limits}}


def test_an_ordinary_user_is_not_deceived(ordinary):
    """Those attacks on verdicts that meet other walls there: memory beside programs, and the run beside."""
    server, _ = ordinary
    for attacks in ("memory/", "together/"):
        assert redteam.flawless(server, only=attacks)["total"]["attacks"] >= 3


@pytest.mark.parametrize("name, verdict", [
    ("memory_hog.c", "MLE"), ("memory_hog_in_children.py", "MLE"), ("unix_buffers.py", "RE"),
    ("unix_buffers_in_children.py", "MLE"), ("sockets_at_the_end.c", "MLE"), ("thread_outlives_main.c", "MLE"), ("shared_mapping.py", "AC"), ("fork_bomb.c", "TLE|RE|AC"), ("ptrace_agent.c", "AC"), ("daemon.py", "AC")])
def test_limits_end_programs_of_an_ordinary_user(ordinary, name, verdict):
    server, _ = ordinary
    result = server.verify(sandboxee(name))
    assert result["verdict"] in verdict.split("|"), result
    assert (result["cause"], result["tier"]) == ("candidate", "userns"), result
    assert server.candidates_left() == []


def test_memory_that_the_host_lacks_is_no_verdict(ordinary):
    """The kernel ends a program that is within its limit: nobody may take that for the program's end."""
    server, group = ordinary
    hungry = {"language": "python", "code": "print(len(bytes(1 << 30)) and len(b'x' * (1 << 30)))", "cache": False,
              "problem": {"mode": "run", "tests": [{"input": "", "expected": ""}]},
              "limits": {"cpu_time_s": 20, "wall_time_s": 60, "memory_mb": 4096}}
    limit_memory(group, 600 << 20)
    try:
        result = server.verify(hungry)
    finally:
        limit_memory(group, -1 if "/cgroup/memory/" in group else "max")
    assert (result["cause"], result["masked"]) == ("infrastructure", True), result
    assert "memory" in result["message"], result
    assert server.verify(sandboxee("shared_mapping.py"))["verdict"] == "AC"
