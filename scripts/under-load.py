#!/usr/bin/python3
"""Runs a command while other programs keep every core busy; its exit code is the command's.

    scripts/under-load.py COUNT COMMAND [ARGUMENT…]

Every other of the COUNT programs computes without end; the rest compile, which also needs memory, caches
and the disk. They end with the command, and with this program however it ends.
"""

import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

SOURCE = """#include <algorithm>
#include <iostream>
#include <map>
#include <regex>
#include <string>
int main() {
  std::map<std::string, std::vector<int>> numbers;
  for (std::string word; std::cin >> word;) numbers[word].push_back(std::regex_match(word, std::regex("[0-9]+")));
  for (auto& [word, found] : numbers) std::sort(found.begin(), found.end());
}
"""
PR_SET_PDEATHSIG = 1


def end_with_us():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def spin():
    while True:
        pass


def compile_again_and_again(folder):
    source = pathlib.Path(folder, "load.cc")
    source.write_text(SOURCE)
    while True:
        # Not its exit code counts: it may be killed for memory on a small host.
        subprocess.run(["g++", "-O2", "-std=c++17", "-c", source, "-o", pathlib.Path(folder, f"{os.getpid()}.o")],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       preexec_fn=end_with_us)


def start(number, folder):
    child = os.fork()
    if child == 0:
        end_with_us()
        os.environ.pop("ASSAY_COUNTS", None)
        spin() if number % 2 == 0 else compile_again_and_again(folder)
    return child


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory(prefix="assay-load-") as folder:
        load = [start(number, folder) for number in range(int(sys.argv[1]))]
        try:
            return subprocess.run(sys.argv[2:]).returncode
        finally:
            for child in load:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


if __name__ == "__main__":
    sys.exit(main())
