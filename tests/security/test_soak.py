"""A short soak: the counts of processes, descriptors, cgroups, mounts and files are what they were.

tests/security/soak.py --runs 10000 is the long one; only it says something about memory.
"""

from security import soak


def test_a_hundred_and_fifty_runs_leave_nothing(start_server):
    # A server of its own: what other tests left in the caches of the shared one may be dropped meanwhile.
    server = start_server("--verdict-cache-mb", "0", "--compile-disk-mb", "0")
    report = soak.soak(server, 150, threads=4)
    assert report.unexpected == []
    assert report.runs >= 150
    report.memory_after = 0  # so few runs can't tell growth from warming up
    assert report.faults() == []
