#!/usr/bin/env python3
"""deploy/systemd on a Debian 12 that systemd has booted: a bare system of debootstrap in a container of systemd-nspawn.

    tests/launchers/check_systemd.py --root build/heavy/systemd/root --program build/heavy/systemd/program

The units as shipped: `systemctl start` returns when the node is ready, HAProxy before it hears its load, `reload` takes new
options, `kill -9` brings it again, `stop` answers what is under way; and the ordinary user's unit. The program is what
`make install DESTDIR=FOLDER` laid down on a Debian 12. Needs root; skips with a reason (exit 0) where no container boots.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
from harness.bare_system import make_root  # noqa: E402
from harness.client import Client  # noqa: E402
from harness.cluster import agents_of, free_port  # noqa: E402

REPOSITORY = TESTS.parent
UNITS = REPOSITORY / "deploy" / "systemd"
PATIENCE_S = 300
BOOT_S = 120
USER = 10001
BODY = {"language": "python", "code": "print(int(input()) * 2)",
        "problem": {"mode": "stdin_stdout", "tests": [{"input": "21", "expected": "42"}]}}
SLOW = {**BODY, "code": "import time\ntime.sleep(8)\n" + BODY["code"], "limits": {"cpu_time_s": 5, "wall_time_s": 60}}
CONTROLLERS = ("memory", "pids", "cpuacct", "cpu", "freezer")


def skip(why):
    print(f"systemd: skipped: {why}")
    sys.exit(0)


def say(*words):
    print("systemd:", *words, flush=True)


def wait(what, reached):
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            found = reached()
        except OSError:
            found = None
        if found:
            return found
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


class Machine:
    """The booted system. It shares the network of this one."""

    def __init__(self, root):
        self.root = root
        self._log = open(root.with_name("boot.log"), "wb")
        self._nspawn = subprocess.Popen(
            ["systemd-nspawn", "--register=no", "--keep-unit", "--quiet", f"--directory={root}", "--boot", "--link-journal=no",
             "--capability=all", "--console=pipe"], stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        self.leader = None

    def boot(self):
        """Whether it is up."""
        deadline = time.monotonic() + BOOT_S
        while time.monotonic() < deadline and self._nspawn.poll() is None:
            children = pathlib.Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text().split()
            if children:
                self.leader = int(children[0])
                if self("systemctl", "is-system-running", check=False).stdout.strip() in ("running", "degraded"):
                    break
            time.sleep(0.2)
        else:
            return False
        # Version 1: a container may not write to them without this, a machine may.
        for name in CONTROLLERS:
            if pathlib.Path(f"/proc/{self.leader}/root/sys/fs/cgroup/{name}").exists():
                self("mount", "-o", "remount,rw,bind", f"/sys/fs/cgroup/{name}")
        return True

    def __call__(self, *command, check=True, user=None):
        if user is not None:
            command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "env", f"XDG_RUNTIME_DIR=/run/user/{user}",
                       *command]
        done = subprocess.run(["nsenter", f"--target={self.leader}", "--mount", "--pid", "--uts", "--ipc", "--", *command],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=PATIENCE_S)
        assert not check or done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}\n{self.journal()[-4000:]}"
        return done

    def journal(self):
        return self("journalctl", "--boot", "--no-pager", check=False).stdout

    def shows(self, unit, prop, **more):
        return self("systemctl", *(["--user"] if "user" in more else []), "show", "--property", prop, "--value", unit,
                    **more).stdout.strip()

    def stop(self):
        if self.leader is not None:
            self("systemctl", "poweroff", check=False)
        try:
            self._nspawn.wait(60)
        except subprocess.TimeoutExpired:
            self._nspawn.terminate()
            self._nspawn.wait(60)
        self._log.close()


def install(root, program, ports):
    """Units, options and the program, as the documents say; ports that are free here."""
    shutil.copytree(program, root, dirs_exist_ok=True)
    etc, units = root / "etc" / "assay", root / "etc" / "systemd" / "system"
    home = root / "home" / "trial"
    for folder in (etc, home):
        shutil.rmtree(folder, ignore_errors=True)
    etc.mkdir()
    for unit in ("assay.service", "assay-front.service"):
        shutil.copy(UNITS / unit, units)
    options = (UNITS / "assay.yaml").read_text()
    cluster = (UNITS / "cluster.yaml").read_text()
    cluster = re.sub(r"\n  - n2=.*", "", cluster).replace("10.0.0.1:", "127.0.0.1:").replace("0.0.0.0:8000", f"0.0.0.0:{ports['front']}")
    cluster = cluster.replace("front:\n", "front:\n  metrics: ''\n")
    for name, printed in (("http", "8080"), ("agent", "8081")):
        options, cluster = (re.sub(rf"\b{printed}\b", str(ports[name]), text) for text in (options, cluster))
    (etc / "assay.yaml").write_text(options + "pin: off\nslots: 2\n")
    (etc / "cluster.yaml").write_text(cluster)
    # The user's own: its port is by a drop-in, as nothing else says it.
    own = home / ".config" / "systemd" / "user"
    (own / "assay.service.d").mkdir(parents=True)
    shutil.copy(UNITS / "assay-user.service", own / "assay.service")
    (own / "assay.service.d" / "here.conf").write_text(
        f"[Service]\nEnvironment=ASSAY_PORT={ports['user']} ASSAY_SLOTS=2 ASSAY_PIN=off\n")
    (home / ".local" / "bin").mkdir(parents=True)
    shutil.copy(program / "usr" / "local" / "bin" / "assay", home / ".local" / "bin")
    for path in [home, *home.rglob("*")]:
        os.chown(path, USER, USER)


def answered_while(client, headers, end):
    """The verdict of a submission that is under way when `end` is called."""
    answers = []
    asking = threading.Thread(target=lambda: answers.append(client.request("POST", "/v1/verify", SLOW, headers).json()["verdict"]))
    asking.start()
    wait("the slow one", lambda: client.request("GET", "/v1/info", headers=headers).json()["running"] == 1)
    end()
    asking.join(PATIENCE_S)
    return answers


def check_units(machine, ports):
    token = machine("assay", "token", "new", "--tokens", "/etc/assay/tokens.yaml", "--name", "operator", "--role", "admin")
    bearer = {"Authorization": f"Bearer {token.stdout.split()[-1]}"}
    node, front = (Client(f"http://127.0.0.1:{ports[name]}") for name in ("http", "front"))
    machine("systemctl", "start", "assay")
    assert node.get("/readyz").status == 200  # started is ready
    main_pid = machine.shows("assay", "MainPID")
    say("the unit is started when the node is ready, in the tier", node.request("GET", "/v1/info", headers=bearer).json()["tier"])

    machine("assay", "cluster", "render", "--cluster", "/etc/assay/cluster.yaml", "--out", "/etc/assay/haproxy.cfg")
    machine("systemctl", "start", "assay-front")
    runtime = f"/proc/{machine.leader}/root/run/haproxy/assay.sock"
    wait("the node's agent", lambda: agents_of(runtime)["assay"] == {"L7OK"})

    def judged():
        reply = front.request("POST", "/v1/verify", BODY, bearer)
        return reply.status == 200 and (reply.json()["verdict"], reply.headers["x-assay-server"]) == ("AC", "n1")

    wait("a verdict through the front", judged)
    machine("systemctl", "reload", "assay-front")
    wait("a verdict through the front after its reload", judged)
    say("HAProxy's unit has a verdict of it, before a reload and after, and hears its load")

    options = machine.root / "etc" / "assay" / "assay.yaml"
    options.write_text(options.read_text() + "drain-timeout-s: 41\n")
    machine("systemctl", "reload", "assay")

    def reloaded():
        rows = node.request("GET", "/v1/admin/config", headers=bearer).json()["options"]
        return next(row for row in rows if row["name"] == "drain-timeout-s")["value"] in (41, "41")

    wait("the reload", reloaded)
    assert machine.shows("assay", "MainPID") == main_pid
    say("reload: the same process has the new options")

    machine("systemctl", "kill", "--kill-who=main", "--signal=KILL", "assay")
    wait("a verdict after kill -9", lambda: machine.shows("assay", "MainPID") not in ("0", main_pid) and judged())
    say("killed with -9, it came again")

    answers = answered_while(front, bearer, lambda: machine("systemctl", "stop", "assay"))
    assert answers == ["AC"], (answers, machine.journal()[-4000:])
    assert (machine.shows("assay", "ActiveState"), machine.shows("assay", "Result")) == ("inactive", "success")
    assert "drained: all work was finished" in machine.journal()
    machine("systemctl", "stop", "assay-front")
    say("stop: it answered what was under way, through the front")


def check_user_unit(machine, port):
    machine("loginctl", "enable-linger", "trial")
    machine("systemctl", "start", f"user@{USER}")
    machine("systemctl", "--user", "start", "assay", user=USER)
    client = Client(f"http://127.0.0.1:{port}")
    told = client.post("/v1/verify", BODY).json()
    assert told["verdict"] == "AC" and told["tier"] in ("userns", "delegated"), told
    answers = answered_while(client, {}, lambda: machine("systemctl", "--user", "stop", "assay", user=USER))
    assert answers == ["AC"] and machine.shows("assay", "Result", user=USER) == "success", (answers, machine.journal()[-4000:])
    say(f"the ordinary user's unit serves in the tier {told['tier']}, and answers what is under way when it is stopped")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    options = parser.parse_args()
    if os.geteuid() != 0:
        skip("debootstrap needs root")
    if shutil.which("systemd-nspawn") is None:
        skip("systemd-nspawn is not installed (scripts/install-deps.sh systemd)")
    libraries = subprocess.run([REPOSITORY / "scripts" / "install-deps.sh", "--list", "libraries"], check=True,
                               capture_output=True, text=True).stdout.split()
    root = options.root.resolve()
    why_not = make_root("bookworm", root, ["systemd", "systemd-sysv", "libpam-systemd", "dbus", "haproxy", "python3", *libraries])
    if why_not:
        skip(why_not)
    if not re.search(r"^trial:", (root / "etc" / "passwd").read_text(), re.M):
        subprocess.run(["chroot", root, "useradd", "--uid", str(USER), "--no-create-home", "trial"], check=True)
    # Debian's own HAProxy would be in the way.
    (root / "etc" / "systemd" / "system" / "haproxy.service").unlink(missing_ok=True)
    (root / "etc" / "systemd" / "system" / "haproxy.service").symlink_to("/dev/null")
    ports = {name: free_port() for name in ("http", "agent", "front", "user")}
    install(root, options.program.resolve(), ports)
    machine = Machine(root)
    try:
        if not machine.boot():
            machine.stop()
            skip("no container boots here: " + root.with_name("boot.log").read_text(errors="replace")[-500:])
        check_units(machine, ports)
        check_user_unit(machine, ports["user"])
    finally:
        machine.stop()


if __name__ == "__main__":
    main()
