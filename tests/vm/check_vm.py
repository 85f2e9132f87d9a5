"""Boxes under cgroup v2 with its controllers, on Debian's kernels, in virtual machines (vm.py): the sandbox's own
tests, and the hostile programs of tests/sandboxees judged by a server; and both again as an ordinary user to whom a
cgroup was handed (the tier `delegated`).

    tests/vm/check_vm.py [--kernel 6.1 --kernel 6.12] [--only sandbox|programs|delegated]

What the emulated processor can't show is left out, by name: EMULATED says why.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A machine that emulates its processors is ten times as slow as these tests' limits of time allow for, and doesn't tell
# its guest when the host took them away, so that time in which nothing ran counts as the program's.
EMULATED = ["RunStatusTest.WallLimitForgives*", "RunStatusTest.WallLimitOfASleeperWhoseChildrenCompeted",
            "PairRunTest.ASlowInteractorIsNotTheCandidatesTime", "IsolationTest.ScratchIsBoundedInBytesAndEntries"]


def in_vm(kernel, out, timeout_s, command, arguments):
    return subprocess.run([sys.executable, "-B", str(ROOT / "tests/vm/vm.py"), "--kernel", kernel, "--out", str(out),
                           "--timeout-s", str(timeout_s), *arguments, "--", *command], cwd=ROOT, check=False).returncode


def check_sandbox(kernel, out, arguments):
    status = in_vm(kernel, out, 3000, ["build/release/sandbox_test", "--gtest_brief=1", "--gtest_output=xml:/vm/out/sandbox.xml",
                                      f"--gtest_filter=-{':'.join(EMULATED)}"], arguments)
    results = ElementTree.parse(out / "sandbox.xml").getroot()
    skipped = len(results.findall(".//skipped"))
    print(f"{kernel}: {results.get('tests')} tests of boxes, {results.get('failures')} failed, {skipped} skipped, "
          f"{len(EMULATED)} kinds left out (emulated processors)")
    return status == 0


def check_programs(kernel, out, arguments):
    command = "cd tests && /usr/bin/python3 -B -m pytest -q -p no:cacheprovider security/test_sandboxees.py"
    with mock.patch.dict(os.environ, ASSAY_TOOLCHAINS="/nonexistent"):
        status = in_vm(kernel, out, 3000, ["bash", "-c", command], arguments)
    print(f"{kernel}: hostile programs {'as expected' if status == 0 else 'FAILED'}")
    return status == 0


def check_delegated(kernel, out, arguments):
    tests = "IsolationTest.*:RunStatusTest.*:RunDataTest.*:PairRunTest.*"
    command = ("cd tests && /usr/bin/python3 -B -m pytest -q -p no:cacheprovider security/test_sandboxees.py "
               "integration/test_tiers.py::test_a_user_to_whom_a_cgroup_was_handed_is_judged_exactly")
    with mock.patch.dict(os.environ, ASSAY_TOOLCHAINS="/nonexistent", ASSAY_TEST_TIER="delegated", ASSAY_TIER="delegated",
                         ASSAY_TEST_USER="65534"):
        boxes = in_vm(kernel, out, 3000, ["/usr/bin/python3", "-B", "tests/harness/handed_group.py", "65534", "build/release/sandbox_test",
                                          "--gtest_brief=1", f"--gtest_filter={tests}-{':'.join(EMULATED)}"], arguments)
        programs = in_vm(kernel, out, 3000, ["bash", "-c", command], arguments)
    print(f"{kernel}: the tier delegated: boxes {'fine' if boxes == 0 else 'FAILED'}, hostile programs "
          f"{'as expected' if programs == 0 else 'FAILED'}")
    return boxes == programs == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", action="append", help="default: 6.1 and 6.12")
    parser.add_argument("--kernels", help="where they are kept (vm.py)")
    parser.add_argument("--only", choices=["sandbox", "programs", "delegated"])
    parser.add_argument("--no-kvm", action="store_true", help="as vm.py")
    options = parser.parse_args()
    arguments = [*(["--kernels", options.kernels] if options.kernels else []), *(["--no-kvm"] if options.no_kvm else [])]
    fine = True
    for kernel in options.kernel or ["6.1", "6.12"]:
        out = ROOT / "build/heavy/vm" / kernel
        out.mkdir(parents=True, exist_ok=True)
        for name, check in (("sandbox", check_sandbox), ("programs", check_programs), ("delegated", check_delegated)):
            if options.only in (None, name):
                fine = check(kernel, out, arguments) and fine
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
