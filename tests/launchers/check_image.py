#!/usr/bin/env python3
"""deploy/container/Dockerfile, built by Podman and run by it: the image is what the Helm chart and the documents say, and
judges the README's submission and the examples as an ordinary user in the tiers `userns` and `landlock`, and as root in
`privileged`, with the flags that docs/operate.md names.

    tests/launchers/check_image.py --base build/heavy/image/base --program build/heavy/image/program [--compile]

The base is a bare Debian 12 made by debootstrap, where there is none yet. The program is what `make install
DESTDIR=FOLDER` laid down on a Debian 12; with --compile the Dockerfile compiles it. Needs root, for debootstrap; skips
with a reason (exit 0) where there is no Podman or no container runs.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
from harness.bare_system import make_root  # noqa: E402
from harness.client import Client  # noqa: E402
from harness.cluster import free_port  # noqa: E402

REPOSITORY = TESTS.parent
# Of this run alone: another may be under way.
BASE, IMAGE = (f"localhost/assay-check-{os.getpid()}/{name}" for name in ("base", "assay"))
PATIENCE_S = 600
BUILD_TIMEOUT_S = 4 * 3600
USER = 10001
# As docs/operate.md has them, in Podman's words. The file system is read-only but for the cache and /tmp, as in a pod.
HARDENED = ["--cap-drop=all", "--security-opt=no-new-privileges", "--read-only"]
TIERS = {
    "userns": (["--security-opt=seccomp=unconfined", "--security-opt=apparmor=unconfined", "--security-opt=unmask=ALL",
                *HARDENED], []),
    "landlock": (HARDENED, ["--tier=landlock", "--allow-weak=on"]),
    "privileged": (["--privileged", "--user=0"], ["--tier=privileged"]),
}
SLOW = {"language": "python", "code": "import time\ntime.sleep(8)\nprint(int(input()) * 2)", "limits": {"cpu_time_s": 5, "wall_time_s": 60},
        "problem": {"mode": "stdin_stdout", "tests": [{"input": "21", "expected": "42"}]}}


def skip(why):
    print(f"image: skipped: {why}")
    sys.exit(0)


def say(*words):
    print("image:", *words, flush=True)


def podman(*arguments, check=True, timeout=PATIENCE_S, **more):
    done = subprocess.run(["podman", *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace", timeout=timeout, **more)
    assert not check or done.returncode == 0, f"podman {' '.join(map(str, arguments))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done


def bounds():
    """Of what Podman asks for itself some hosts forbid a part."""
    flags = []
    for name, number, wanted in (("nofile", resource.RLIMIT_NOFILE, 65536), ("nproc", resource.RLIMIT_NPROC, 8192)):
        hard = resource.getrlimit(number)[1]
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        flags.append(f"--ulimit={name}={most}:{most}")
    return flags


def runtime_that_works(base):
    """How containers run here: by Podman's own choice, or by runc, which knows both versions of cgroups at once."""
    reasons = []
    for choice in ([], ["--runtime=runc"]):
        done = podman(*choice, "run", "--rm", *bounds(), "--network=host", base, "true", check=False)
        if done.returncode == 0:
            return choice
        reasons.append(done.stderr.strip().splitlines()[-1])
    skip("no container runs here: " + " / ".join(reasons))


def build(base, program):
    """The image, and how long it took."""
    start = time.monotonic()
    # Podman that is told to end says 0 without having built: an older image must not stand in for this one.
    podman("rmi", "--force", IMAGE, check=False)
    given = [f"--build-context=program={program}"] if program else []
    # In a chroot: building needs nothing of the host but its network.
    podman("build", "--isolation=chroot", "--layers=false", "--network=host", "--format=docker", f"--build-arg=BASE={base}", *given,
           f"--tag={IMAGE}", f"--file={REPOSITORY}/deploy/container/Dockerfile", REPOSITORY, timeout=BUILD_TIMEOUT_S)
    return time.monotonic() - start


def check_words(version):
    """What the image says of itself, which the chart relies on."""
    (image,) = json.loads(podman("image", "inspect", IMAGE).stdout)
    config = image["Config"]
    assert config["User"] == f"{USER}:{USER}" and config["Entrypoint"] == ["assay"] and config["Cmd"] == ["serve"], config
    assert set(config["Volumes"]) == {"/var/cache/assay"} and config["StopSignal"] == "SIGTERM", config
    assert config["Labels"]["org.opencontainers.image.version"] == version, (config["Labels"], version)
    assert image["Healthcheck"]["Test"][0] == "CMD", image
    say(f"{image['Size'] / 1e6:.0f} MB, Assay {version}, user {config['User']}")


class Node:
    """A container that serves, with a cache and tokens of its own."""

    def __init__(self, runtime, folder, tier):
        self.runtime, self.port = runtime, free_port()
        flags, arguments = TIERS[tier]
        self.tokens = folder / tier
        self.tokens.mkdir()
        os.chown(self.tokens, USER, USER)
        made = podman(*runtime, "run", "--rm", *bounds(), f"--volume={self.tokens}:/etc/assay", IMAGE,
                      "token", "new", "--tokens", "/etc/assay/tokens.yaml", "--name", "trainer")
        self.bearer = {"Authorization": f"Bearer {made.stdout.split()[-1]}"}
        if tier == "privileged":
            os.chown(self.tokens / "tokens.yaml", 0, 0)
        self.client = Client(f"http://127.0.0.1:{self.port}")
        self.name = podman(*runtime, "run", "--detach", *bounds(), "--network=host", f"--env=ASSAY_PORT={self.port}", *flags,
                           f"--volume={self.tokens}:/etc/assay:ro", IMAGE, "serve", "--tokens=/etc/assay/tokens.yaml",
                           "--slots=2", "--pin=off", *arguments).stdout.strip()

    def __enter__(self):
        deadline = time.monotonic() + PATIENCE_S
        while not self.is_ready():
            running = podman("inspect", "--format={{.State.Running}}", self.name).stdout.strip() == "true"
            assert running and time.monotonic() < deadline, self.log()
            time.sleep(0.2)
        return self

    def __exit__(self, *_):
        podman("rm", "--force", "--time=5", "--volumes", self.name)

    def is_ready(self):
        try:
            return self.client.get("/readyz").status == 200
        except OSError:
            return False

    def log(self):
        done = podman("logs", self.name)
        return done.stdout + done.stderr

    def verify(self, body):
        reply = self.client.request("POST", "/v1/verify", body, self.bearer)
        assert reply.status == 200, reply.body
        return reply.json()

    def process(self):
        """Of the server, as the host sees it."""
        pid = podman("inspect", "--format={{.State.Pid}}", self.name).stdout.strip()
        return dict(re.findall(r"(\w+):\s+(.*)", pathlib.Path(f"/proc/{pid}/status").read_text()))


def readme():
    """The submission on its first screen, and what is printed as the reply."""
    text = (REPOSITORY / "README.md").read_text()
    body = re.search(r"curl -s localhost:8080/v1/verify .*? -d '(.*?)'\n", text, re.S).group(1)
    reply = re.search(r"```json\n(.*?)```", text, re.S).group(1)
    return json.loads(body), json.loads(reply)


def check_tier(runtime, folder, tier):
    body, printed = readme()
    submissions = list(map(json.loads, (REPOSITORY / "examples" / "submissions.jsonl").read_text().splitlines()))
    with Node(runtime, folder, tier) as node:
        process = node.process()
        ordinary = tier != "privileged"
        assert (process["Uid"].split()[0] == str(USER), int(process["CapEff"], 16) == 0) == (ordinary, ordinary), process
        assert node.client.post("/v1/verify", body).status == 401
        verdict = node.verify(body)
        for field in ("verdict", "cause", "score", "masked", "reason", "message", "separation"):
            assert verdict[field] == printed[field], (field, verdict)
        assert verdict["tier"] == tier, verdict
        wrong = []
        for submission in submissions:
            told = node.verify({key: value for key, value in submission.items() if key != "expect"})
            expected = submission["expect"]
            if told["verdict"] not in (expected if isinstance(expected, list) else [expected]):
                wrong.append((submission["id"], expected, told))
        assert not wrong, wrong
        languages = sorted({submission["language"] for submission in submissions})
        healthy = podman("healthcheck", "run", node.name, check=False)
        assert healthy.returncode == 0, healthy.stdout + healthy.stderr
        left = [line for line in podman("top", node.name, "state", "args").stdout.splitlines() if line.startswith("Z")]
        assert not left, f"the server is the container's first process, and leaves what ended: {left}"
        say(f"{tier}: user {process['Uid'].split()[0]}, the README's and {len(submissions)} examples in {', '.join(languages)}")

        answers = []
        asking = threading.Thread(target=lambda: answers.append(node.verify(SLOW)))
        asking.start()
        while node.client.request("GET", "/v1/info", headers=node.bearer).json()["running"] != 1:
            time.sleep(0.05)
        podman("stop", "--time=120", node.name)
        asking.join(PATIENCE_S)
        assert answers and answers[0]["verdict"] == "AC", answers
        code = podman("inspect", "--format={{.State.ExitCode}}", node.name).stdout.strip()
        assert code == "0" and "drained: all work was finished" in node.log(), (code, node.log())
    say(f"{tier}: told to stop, it answered what was under way")


def check(options):
    packed = subprocess.Popen(["tar", "-C", options.base, "--exclude=./made", "-c", "."], stdout=subprocess.PIPE)
    done = subprocess.run(["podman", "import", "-", BASE], stdin=packed.stdout, capture_output=True, text=True, timeout=PATIENCE_S)
    packed.stdout.close()
    assert packed.wait() == 0 and done.returncode == 0, done.stderr
    runtime = runtime_that_works(BASE)
    seconds = build(BASE, options.program and options.program.resolve())
    say(f"built in {seconds:.0f} s,", "compiled" if options.compile else "with a program that was there;",
        "containers run by", (runtime or ["Podman's own choice"])[0])
    version = podman(*runtime, "run", "--rm", *bounds(), IMAGE, "version").stdout.split()[1]
    check_words(version)
    refused = podman(*runtime, "run", "--rm", *bounds(), IMAGE, check=False)
    assert refused.returncode != 0 and "--tokens" in refused.stderr, refused
    say("without tokens it doesn't start:", refused.stderr.strip().splitlines()[-1])
    with tempfile.TemporaryDirectory(prefix="assay-image-") as folder:
        pathlib.Path(folder).chmod(0o711)
        for tier in options.tiers:
            check_tier(runtime, pathlib.Path(folder), tier)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--tiers", nargs="+", choices=list(TIERS), default=list(TIERS))
    options = parser.parse_args()
    if options.compile == (options.program is not None):
        parser.error("give --program FOLDER or --compile")
    if os.geteuid() != 0:
        skip("debootstrap needs root")
    try:
        podman("info")
    except FileNotFoundError:
        skip("podman is not installed (scripts/install-deps.sh image)")
    why_not = make_root("bookworm", options.base.resolve())
    if why_not:
        skip(why_not)
    try:
        check(options)
    finally:
        podman("rmi", "--force", IMAGE, BASE, check=False)


if __name__ == "__main__":
    main()
