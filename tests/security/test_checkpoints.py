"""Repetitions near a time limit are no second chance (docs/internals/decisions/near-limit.md).

Two programs that are each run again because they end a little over their limit. One does a part of its
work in each run and goes on from where it left off; the other has its answer in the first run, over the
limit, and only prints it in the next. Both save what they know in every place that a process can write,
and find it again in whichever of them lasts.
"""

import pytest

from harness import server as harness

CPU_S = 0.4

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

PLACES = r'''
import ctypes, os, socket, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
PATHS = [f"{folder}/{name}" for folder in ("/box", "/tmp", "/var/tmp", "/mnt", "/dev/shm", "/dev/mqueue", "/run",
         "/proc/self", "/etc") for name in ("progress", ".progress", "__pycache__")]

def shared_memory(write):
    if write is not None:
        segment = libc.shmget(0x5ca1e, 4096, 0o1666)
    else:
        segment = libc.shmget(0x5ca1e, 4096, 0)
    if segment < 0: return None
    libc.shmat.restype = ctypes.c_void_p
    at = libc.shmat(segment, None, 0)
    if at in (None, ctypes.c_void_p(-1).value): return None
    if write is not None: ctypes.memmove(at, struct.pack("q", write + 1), 8)
    return struct.unpack("q", ctypes.string_at(at, 8))[0] - 1

def flow_label(write):
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as s:
        for n in range(12):
            if write is not None and write >> n & 1:
                request = socket.inet_pton(socket.AF_INET6, "::1") + struct.pack("!I", 0x1000 + n) + struct.pack(
                    "=BBHHHI", 1, 1, 0x1 | 0x8000, 60, 6, 0)
                s.setsockopt(socket.IPPROTO_IPV6, 32, request)
    if write is not None: return None
    bits = 0
    for line in open("/proc/net/ip6_flowlabel").read().splitlines()[1:]:
        bits |= 1 << (int(line.split()[0], 16) - 0x1000)
    return bits

def packets(write):
    if write is not None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            for _ in range(write): s.sendto(b"x", ("127.0.0.1", 9))
        return None
    for line in open("/proc/net/dev").read().splitlines():
        if line.strip().startswith("lo:"): return int(line.split(":")[1].split()[1]) // 2

def attribute(write):
    if write is not None: os.setxattr(0, "user.progress", str(write).encode())
    return int(os.getxattr(0, "user.progress"))

def stdin_mode(write):
    if write is not None: os.fchmod(0, write & 0o777)
    mode = os.fstat(0).st_mode & 0o777
    return None if mode in (0o400, 0o444, 0o600, 0o644, 0o777) else mode

def stdin_offset(write):
    if write is not None: os.lseek(0, write, 0)
    return os.lseek(0, 0, 1)

def file(path):
    def place(write):
        if write is not None:
            with open(path, "w") as out: out.write(str(write))
        return int(open(path).read())
    return place

def module(write):
    if write is not None: sys.modules["os"].progress = write
    return getattr(os, "progress", None)

CHANNELS = [shared_memory, flow_label, packets, attribute, stdin_mode, stdin_offset, module] + [file(p) for p in PATHS]

def load():
    best = 0
    for channel in CHANNELS:
        try: best = max(best, channel(None) or 0)
        except Exception: pass
    return best

def save(n):
    for channel in CHANNELS:
        try: channel(n)
        except Exception: pass

def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
'''

IN_PARTS = PLACES + r'''
done = load() + 1
work(LIMIT * (0.6 if done >= 3 else 1.02))
save(done)
print("42" if done >= 3 else done)
'''

REMEMBERED = PLACES + r'''
if not load():
    work(LIMIT * 1.05)
    save(1)
print("42")
'''


# One for each program: what another submission left behind is not what is asked here.
@pytest.fixture(params=["on", "off"], ids=["warm", "cold"])
def server(request):
    with harness.AssayServer(["--warm", request.param, "--verdict-cache-mb", "0"]) as running:
        yield running


@pytest.mark.parametrize("program", [IN_PARTS, REMEMBERED], ids=["in_parts", "remembered"])
def test_a_checkpoint_buys_no_time(server, program):
    body = {
        "language": "python", "code": program.replace("LIMIT", str(CPU_S)),
        "problem": {"mode": "stdin_stdout", "tests": [{"input": "4096\n" * 2000, "expected": "42"}]},
        "limits": {"cpu_time_s": CPU_S, "wall_time_s": 10},
    }
    verdict = server.post("/v1/verify", body).json()
    assert (verdict["verdict"], verdict["reason"]) == ("TLE", "cpu_limit"), verdict
