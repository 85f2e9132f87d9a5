"""Assay under cgroup v2 with its controllers, on Debian's kernels, in virtual machines (vm.py): the sandbox's own
tests, and the hostile programs of tests/sandboxees judged by a server; both again as an ordinary user to whom a
cgroup was handed (the tier `delegated`), with boxes that stay and the corpora; and the whole suite.

    tests/vm/check_vm.py [--machine kvm|emulated|uml] [--kernel 6.1 ...] [--only sandbox|programs|delegated|suite]
                         [--tests REGEX]

Without --only, the suite runs where the machine is kvm. What a machine can't show is left out by name: LEFT_OUT says
why. The counts come from the results that the tests write.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A machine that emulates its processors is ten times as slow as these tests' limits of time allow for, and doesn't tell
# its guest when the host took them away, so that time in which nothing ran counts as the program's. So is
# user-mode-linux beside others.
SLOW = ["RunStatusTest.WallLimitForgives*", "RunStatusTest.WallLimitOfASleeperWhoseChildrenCompeted",
        "PairRunTest.ASlowInteractorIsNotTheCandidatesTime", "IsolationTest.ScratchIsBoundedInBytesAndEntries",
        "RestoredRunsTest.LimitsHoldInEachRun"]
LEFT_OUT = {
    "kvm": [],
    "emulated": SLOW,
    "uml": [
        *SLOW,
        # Debian builds it without CONFIG_CHECKPOINT_RESTORE: process ids can't be set, so every run gets a new box.
        "BoxPoolTest.*", "FaultTest.ManyRunsLeaveNothingBehind", "FaultTest.ABoxGoesWithTheRunThatUsedTheNetwork",
        "FaultTest.BoxesAreReplacedAfterTheirTime", "IsolationTest.AFreshBoxIsNewForEachRun",
        # And without CONFIG_KCMP: whether two processes have one memory isn't said.
        "PolledUsageTest.AMemoryThatTwoProcessesHaveCountsOnce",
        # It takes no notice of `int 0x80`, so there is no call to refuse.
        "IsolationTest.OtherAbisAreClosed",
    ],
}
PYTEST = "cd tests && /usr/bin/python3 -B -m pytest -q -p no:cacheprovider -rs --junitxml=/vm/out/{name}.xml {paths}"
DELEGATED = {"ASSAY_TEST_TIER": "delegated", "ASSAY_TIER": "delegated", "ASSAY_TEST_USER": "65534"}


class Check:
    def __init__(self, kernel, options):
        self.kernel, self.options = kernel, options
        self.machine = options.machine or "emulated"
        self.out = ROOT / "build/heavy/vm" / f"{self.machine}-{kernel}"
        self.out.mkdir(parents=True, exist_ok=True)
        self.filter = "-" + ":".join(LEFT_OUT[self.machine])

    def run(self, name, command, timeout_s=7200, **environment):
        """Whether the command succeeded in the machine; says the cases of the results NAME*.xml it wrote."""
        for old in self.out.glob(f"{name}*.xml"):
            old.unlink()
        more = [f"--{key}={value}" for key, value in (("machine", self.options.machine), ("kernels", self.options.kernels)) if value]
        begin = time.monotonic()
        with mock.patch.dict(os.environ, environment):
            status = subprocess.run([sys.executable, "-B", str(ROOT / "tests/vm/vm.py"), "--kernel", self.kernel, "--out", str(self.out),
                                     "--memory-mb", str(self.options.memory_mb), "--timeout-s", str(timeout_s), *more, "--", *command],
                                    cwd=ROOT, check=False).returncode
        tests = failed = skipped = 0
        for path in self.out.glob(f"{name}*.xml"):
            root = ElementTree.parse(path).getroot()
            tests += len(root.findall(".//testcase"))
            failed += len([case for case in root.iter("testcase") if case.find("failure") is not None or case.find("error") is not None])
            skipped += len(root.findall(".//skipped"))
        left_out = f"; {len(LEFT_OUT[self.machine])} patterns left out" if LEFT_OUT[self.machine] and "gtest" in str(command) else ""
        print(f"{self.machine} {self.kernel} {name}: {tests - failed - skipped} passed, {failed} failed, {skipped} skipped"
              f"{left_out} (exit {status}, {(time.monotonic() - begin) / 60:.1f} min)", flush=True)
        return status == 0

    def pytest(self, name, *paths, **environment):
        return self.run(name, ["bash", "-c", PYTEST.format(name=name, paths=" ".join(paths))],
                        **{"ASSAY_TOOLCHAINS": "/nonexistent", **environment})

    def sandbox(self):
        return self.run("sandbox", ["build/release/sandbox_test", "--gtest_brief=1", "--gtest_output=xml:/vm/out/sandbox.xml",
                                    f"--gtest_filter={self.filter}"])

    def programs(self):
        return self.pytest("programs", "security/test_sandboxees.py", "security/test_robustness.py")

    def delegated(self):
        tests = "IsolationTest.*:RunStatusTest.*:RunDataTest.*:PairRunTest.*:LiveBoxTest.*:LiveFaultsTest.*:LiveFilesTest.*"
        # An ordinary user can't write into /vm/out, and may not be let to what lies in root's folders.
        command = ("install -D -m 755 build/release/sandbox_test /opt/assay-vm/sandbox_test && mkdir -m 777 /opt/assay-vm/out && "
                   "/usr/bin/python3 -B tests/harness/handed_group.py 65534 /opt/assay-vm/sandbox_test --gtest_brief=1 "
                   f"--gtest_output=xml:/opt/assay-vm/out/boxes.xml --gtest_filter='{tests}{self.filter}'; status=$?; "
                   "cp /opt/assay-vm/out/boxes.xml /vm/out/delegated-boxes.xml; exit $status")
        boxes = self.run("delegated-boxes", ["bash", "-c", command], **DELEGATED)
        live = self.pytest("delegated-live", "integration/test_sandboxes.py", "integration/test_sandbox_command.py",
                           "integration/test_tiers.py::test_a_user_to_whom_a_cgroup_was_handed_is_judged_exactly", **DELEGATED)
        corpora = self.pytest("delegated-corpora", "security/test_sandboxees.py", "security/test_channels.py", "security/test_robustness.py",
                              "security/test_idioms.py", "security/test_tamper.py", **DELEGATED)
        return boxes and live and corpora

    def suite(self):
        tests = ["-R", self.options.tests] if self.options.tests else []
        command = 'scripts/run-tests.sh release "$@"; status=$?; for each in build/release/test-results/*.xml; do ' \
                  'cp "$each" "/vm/out/suite-${each##*/}"; done; exit $status'
        return self.run("suite", ["bash", "-c", command, "suite", *tests], timeout_s=14400)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", action="append", help="default: 6.1 and 6.12")
    parser.add_argument("--kernels", help="where they are kept (vm.py)")
    parser.add_argument("--machine", choices=list(LEFT_OUT), help="as vm.py; what is left out without it is that of emulated ones")
    parser.add_argument("--memory-mb", type=int, default=6144)
    parser.add_argument("--only", choices=["sandbox", "programs", "delegated", "suite"])
    parser.add_argument("--tests", help="of the suite only what ctest knows by this expression")
    options = parser.parse_args()
    which = [options.only] if options.only else ["sandbox", "programs", "delegated", *(["suite"] if options.machine == "kvm" else [])]
    fine = True
    for kernel in options.kernel or ["6.1", "6.12"]:
        check = Check(kernel, options)
        for name in which:
            fine = getattr(check, name)() and fine
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
