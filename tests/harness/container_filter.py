"""As a container's filter of system calls without options: no namespaces, no mounts, no clone3.

    python3 container_filter.py PROGRAM ARGUMENTS…

executes the program under it. The rules are those that matter here of what Docker and containerd do by default:
clone3 is absent (its flags can't be looked at), clone makes no namespaces, and mounts, kcmp, bpf and the like
are for capabilities that nobody has."""

import ctypes
import os
import struct
import sys

LOAD, EQUAL, ANY, RETURN = 0x20, 0x15, 0x45, 0x06  # of BPF: a word, ==, &, the answer
ALLOW, ERROR = 0x7FFF0000, 0x00050000
EPERM, ENOSYS = 1, 38
NUMBER, FIRST_ARGUMENT = 0, 16  # where a call has them
NAMESPACES = 0x7E020000
# By the numbers of x86-64, and of arm64.
CALLS = {
    "x86_64": {"clone": 56, "clone3": 435, "forbidden": [
        272, 308, 165, 166, 155, 161, 428, 429, 430, 431, 432, 433, 442, 321, 298, 312, 438, 440, 248, 249, 250,
        323, 246, 175, 313, 176, 169, 163, 167, 168, 103]},
    "aarch64": {"clone": 220, "clone3": 435, "forbidden": [
        97, 268, 40, 39, 41, 51, 428, 429, 430, 431, 432, 433, 442, 280, 241, 272, 438, 440, 217, 218, 219,
        282, 104, 105, 273, 106, 142, 89, 224, 225, 116]},
}


def program(machine):
    calls = CALLS[machine]
    lines = [(LOAD, 0, 0, NUMBER)]
    for number in calls["forbidden"]:
        lines += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ERROR | EPERM)]
    lines += [(EQUAL, 0, 1, calls["clone3"]), (RETURN, 0, 0, ERROR | ENOSYS), (EQUAL, 0, 3, calls["clone"]),
              (LOAD, 0, 0, FIRST_ARGUMENT), (ANY, 0, 1, NAMESPACES), (RETURN, 0, 0, ERROR | EPERM),
              (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("HBBI", *line) for line in lines)


def install():
    """On this process and all it starts."""
    text = program(os.uname().machine)
    instructions = ctypes.create_string_buffer(text, len(text))
    rules = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(text) // 8, ctypes.addressof(instructions)))
    libc = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, filter_calls, filter_mode = 38, 22, 2
    if libc.prctl(no_new_privileges, 1, 0, 0, 0) or libc.prctl(filter_calls, filter_mode, rules, 0, 0):
        raise OSError(ctypes.get_errno(), "cannot install a filter")


if __name__ == "__main__":
    install()
    os.execvp(sys.argv[1], sys.argv[1:])
