"""What Assay is measured against, both without isolation, HTTP and judging: `python3 file.py` by
subprocess, and a bare warm interpreter that forks once a test."""
from __future__ import annotations

import concurrent.futures
import os
import pathlib
import subprocess
import tempfile
import threading
import time

PYTHON = "/usr/bin/python3"
# As a plain shell would run them: PYTHONUNBUFFERED alone makes them slower.
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
MODULES = "sys os re math json random collections itertools functools heapq typing bisect string".split()

Job = tuple[str, str, str]  # code, stdin, expected stdout


def rate(seconds: float, threads: int, work) -> float:
    """Calls a second of work(number) from `threads` threads for about `seconds`, times its result."""
    done, lock, numbers = 0, threading.Lock(), iter(range(10**9))
    end = time.monotonic() + seconds

    def loop():
        nonlocal done
        while time.monotonic() < end:
            with lock:
                number = next(numbers)
            count = work(number)
            with lock:
                done += count

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(loop) for _ in range(threads)]:
            future.result()
    return done / (time.monotonic() - start)


def subprocess_tests(jobs: list[Job], seconds: float) -> float:
    """Tests a second with a worker for each core."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {code: pathlib.Path(folder, f"{i}.py") for i, code in enumerate({j[0] for j in jobs})}
        for code, path in paths.items():
            path.write_text(code)

        def work(number: int) -> int:
            code, stdin, expected = jobs[number % len(jobs)]
            done = subprocess.run([PYTHON, str(paths[code])], input=stdin.encode(),
                                  capture_output=True, env=ENVIRONMENT)
            assert done.stdout.decode().split() == expected.split()
            return 1

        return rate(seconds, os.cpu_count() or 1, work)


FORKER = r"""
import os, statistics, sys, time
for name in MODULES: __import__(name)
import gc; gc.collect(); gc.freeze()
files = []
for _, stdin, _ in JOBS:
    fd = os.memfd_create("in"); os.write(fd, stdin.encode()); files.append(fd)
end = time.monotonic() + SECONDS
done, latencies, first = 0, [], int(sys.argv[1])
while time.monotonic() < end:
    begin = time.monotonic()
    index = (first + done) % len(JOBS)
    source, (code, _, expected) = files[index], JOBS[index]
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        fd = os.open(f"/proc/self/fd/{source}", os.O_RDONLY)
        os.dup2(fd, 0); os.dup2(writer, 1)
        try: exec(compile(code, "main.py", "exec"), {"__name__": "__main__"})
        except SystemExit: pass
        sys.stdout.flush()
        os._exit(0)
    os.close(writer)
    out = b""
    while piece := os.read(reader, 65536): out += piece
    os.close(reader)
    os.waitpid(pid, 0)
    assert out.decode().split() == expected.split(), (code, out[:200])
    done += 1
    latencies.append(time.monotonic() - begin)
print(done, statistics.median(latencies))
"""


def fork_workers(jobs: list[Job], seconds: float, workers: int) -> list[tuple[int, float]]:
    """Forks done and median seconds of one, of each worker."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "forker.py")
        program.write_text(f"MODULES={MODULES!r}\nJOBS={jobs!r}\nSECONDS={seconds!r}\n" + FORKER)
        started = [
            subprocess.Popen([PYTHON, str(program), str(i * len(jobs) // workers)],
                             stdout=subprocess.PIPE, env=ENVIRONMENT)
            for i in range(workers)
        ]
        lines = [worker.communicate()[0].split() for worker in started]
    return [(int(done), float(median)) for done, median in lines]


def fork_tests(jobs: list[Job], seconds: float) -> float:
    """Tests a second with a worker for each core, of the time in which they fork."""
    return sum(count for count, _ in fork_workers(jobs, seconds, os.cpu_count() or 1)) / seconds


