#!/usr/bin/env python3
"""deploy/slurm/assay.sbatch on a real Slurm of this machine: munged, slurmctld and slurmd from Debian, a cluster of
one machine that this starts and ends.

    tests/launchers/check_slurm.py

The job starts, serves with its token and not without, and drains at `scancel --batch --signal=TERM`: what is under way
is answered, nothing new is taken, and nothing of it is left. Skips with a reason (exit 0) where Slurm is missing or can't
be started.
"""

import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
from harness.client import Client  # noqa: E402
from harness.cluster import agents_of, engine, free_port  # noqa: E402
from harness.server import binary  # noqa: E402

SCRIPT = TESTS.parent / "deploy" / "slurm" / "assay.sbatch"
PATIENCE_S = 300
SLOW = {"language": "python", "code": "import time\ntime.sleep(8)\nprint(int(input()) * 2)", "limits": {"cpu_time_s": 5, "wall_time_s": 60},
        "problem": {"mode": "stdin_stdout", "tests": [{"input": "21", "expected": "42"}]}}
CONF = """ClusterName=assay
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ctld}
SlurmdPort={slurmd}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
KillWait=30
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def skip(why):
    print(f"slurm: skipped: {why}")
    sys.exit(0)


def wait(what, reached):
    deadline = time.monotonic() + PATIENCE_S
    while True:
        found = reached()
        if found:
            return found
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.2)


class Slurm:
    """The daemons, in the foreground and so children of this process."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        host = socket.gethostname().partition(".")[0]
        for name in ("state", "spool"):
            (folder / name).mkdir()
        key = folder / "munge.key"
        key.write_bytes(secrets.token_bytes(64))
        key.chmod(0o400)
        (folder / "slurm.conf").write_text(CONF.format(host=host, folder=folder, ctld=free_port(), slurmd=free_port(),
                                                       cpus=os.cpu_count()))
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
        self.run("munged", "--force", "--foreground", f"--key-file={key}", f"--socket={folder}/munge.sock",
                 f"--pid-file={folder}/munge.pid", f"--log-file={folder}/munge.log", f"--seed-file={folder}/munge.seed")
        wait("munged", (folder / "munge.sock").exists)
        self.run("slurmctld", "-D")
        self.run("slurmd", "-D", "-N", host)

    def run(self, name, *arguments):
        with open(self.folder / f"{name}.out", "wb") as log:
            self.daemons.append(subprocess.Popen([engine(name), *arguments], env=self.environment, stdout=log,
                                                 stderr=log, stdin=subprocess.DEVNULL))

    def ask(self, *argv):
        return subprocess.run(argv, env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S,
                              cwd=self.folder, stdin=subprocess.DEVNULL)

    def is_idle(self):
        return "idle" in self.ask("sinfo", "-h", "-o", "%T").stdout

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(30)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def check(slurm, folder):
    environment = {"ASSAY_BIN": binary(), "ASSAY_PORT": free_port(), "ASSAY_AGENT_PORT": free_port(), "ASSAY_FRONT_PORT": free_port(),
                   "ASSAY_CONNECTIONS": 400, "ASSAY_OPTIONS": "--pin off", "ASSAY_TOOLCHAIN_SELF_TEST": "off"}
    export = "ALL," + ",".join(f"{name}={value}" for name, value in environment.items())
    sent = slurm.ask("sbatch", "--parsable", "--nodes=1", f"--export={export}", str(SCRIPT))
    assert sent.returncode == 0, sent.stderr
    job = sent.stdout.strip()
    own = folder / f"assay-{job}"

    def answered():
        state = slurm.ask("squeue", "-h", "-j", job, "-o", "%T").stdout.strip()
        assert state in ("PENDING", "CONFIGURING", "RUNNING"), (state, logs(folder, own))
        return (own / "url").exists()

    wait(f"url: {logs(folder, own)}", answered)
    client = Client((own / "url").read_text().strip().replace(socket.gethostname(), "127.0.0.1"))
    body = {"language": "python", "code": "print(int(input()) * 2)",
            "problem": {"mode": "stdin_stdout", "tests": [{"input": "21", "expected": "42"}]}}
    assert client.post("/v1/verify", body).status == 401
    token = (own / "token").read_text().strip()
    bearer = {"Authorization": f"Bearer {token}"}
    reply = client.request("POST", "/v1/verify", body, bearer)
    assert reply.status == 200 and reply.json()["verdict"] == "AC", reply.body
    box = client.request("POST", "/v1/sandboxes", {}, bearer).json()["id"]
    assert box.startswith(f"sb-{reply.headers['x-assay-server']}-"), box
    assert client.request("DELETE", f"/v1/sandboxes/{box}", headers=bearer).status == 200
    wait("the node's agent", lambda: agents_of(socket_of(own))["assay"] == {"L7OK"})
    print("slurm: the job serves:", json.dumps({"verdict": reply.json()["verdict"],
                                               "node": reply.headers["x-assay-server"]}))
    answers = []
    asking = threading.Thread(target=lambda: answers.append(client.request("POST", "/v1/verify", SLOW, bearer)))
    asking.start()
    wait("the slow one", lambda: client.request("GET", "/v1/info", headers=bearer).json()["running"] == 1)
    ended = slurm.ask("scancel", "--batch", "--signal=TERM", job)
    assert ended.returncode == 0, ended.stderr
    wait("the front to take nothing new", lambda: refuses(environment["ASSAY_FRONT_PORT"]))
    early = answers == []
    asking.join(PATIENCE_S)
    assert answers and answers[0].status == 200 and answers[0].json()["verdict"] == "AC", answers
    print("slurm: told to end,", "it took nothing new and answered what was under way" if early else
          "it answered what was under way, too fast here to see that nothing new was taken meanwhile")
    wait("the job's end", lambda: not slurm.ask("squeue", "-h", "-j", job).stdout.strip())
    log = "".join(path.read_text(errors="replace") for path in own.glob("node-*.log"))
    assert "drained: all work was finished" in log, log
    assert not (own / "url").exists()
    for name in ("ASSAY_PORT", "ASSAY_AGENT_PORT", "ASSAY_FRONT_PORT"):
        assert refuses(environment[name]), name
    print("slurm: it drained, and nothing listens any more")


def socket_of(own):
    return re.search(r"socket: (\S+)", (own / "cluster.yaml").read_text()).group(1)


def refuses(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def logs(folder, own):
    paths = [*folder.glob("*.log"), *folder.glob("*.out"), *own.glob("*")]
    return "\n".join(f"== {path}\n{path.read_text(errors='replace')[-2000:]}" for path in paths if path.is_file())


def main():
    missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch", "haproxy") if engine(name) is None]
    if missing:
        skip(f"{', '.join(missing)} not installed")
    if os.geteuid() != 0:
        skip("slurmd needs root")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-slurm-"))
    slurm = Slurm(folder)
    try:
        deadline = time.monotonic() + 60
        while not slurm.is_idle():
            if time.monotonic() > deadline:
                print(logs(folder, folder))
                skip("no machine of the test's own Slurm gets ready")
            time.sleep(0.5)
        check(slurm, folder)
    except Exception:
        print(logs(folder, folder), file=sys.stderr)
        raise
    finally:
        slurm.ask("scancel", "--user=root")
        slurm.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
