"""Runs a command on this machine's files under another kernel: a virtual machine whose root is the host's, read
only, with everything that is written there in memory. For what a host can't show of itself: cgroup v2 with
controllers where the host has v1, older and newer kernels.

    tests/vm/vm.py [--machine kvm|emulated|uml] [--kernel 6.1|6.12|7.2] [--timeout-s N] -- COMMAND...

The command runs as root with the host's paths but for empty folders for temporary files (overlays before Linux 6.3 have no
files without a name, which tests want there), in the directory this was started from; what it writes below $VM_OUT
comes back (--out DIR). Kernels are Debian's packages, fetched by apt into --kernels DIR and never installed.

kvm and emulated are Debian's kernels for amd64 in qemu. uml is Debian's user-mode-linux: the same sources, built to run
as a process that needs nothing of the host, with one processor and without Landlock. It computes as fast as
the host and pays for system calls and page faults, most before 7.2; an emulated processor pays for everything.
It needs busybox-static, cpio and kmod, and for the first two qemu-system-x86.
"""
import argparse
import contextlib
import lzma
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

# What the way to the root takes; what these depend on is found from themselves.
MODULES = {"qemu": ["virtio_pci", "9pnet_virtio", "9p", "overlay"], "uml": ["overlay"]}
# Loaded when the kernel has them as modules: what programs of the tests use.
EXTRA_MODULES = ["af_packet", "unix", "ipv6", "tun"]

INIT = r"""#!/bin/busybox sh
export PATH=/bin
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /lower /memory /new
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
echo "vm: $(uname -r) has started"
while read module; do insmod "$module" || echo "vm: cannot load $module"; done < /modules
SHARE
share host /lower ro
mount -t tmpfs -o size=80% memory /memory; mkdir -p /memory/upper /memory/work
mount -t overlay -o lowerdir=/lower,upperdir=/memory/upper,workdir=/memory/work root /new
mkdir -p /new/vm; share vm /new/vm rw
mount -t proc proc /new/proc; mount -t sysfs sys /new/sys; mount -t devtmpfs dev /new/dev
mkdir -p /new/dev/pts /new/dev/shm
mount -t devpts pts /new/dev/pts; mount -t tmpfs shm /new/dev/shm; mount -t tmpfs run /new/run
mount -t tmpfs -o mode=1777 tmp /new/var/tmp; mount -t tmpfs -o mode=1777 tmp /new/tmp
[ -e /new/dev/fd ] || ln -s /proc/self/fd /new/dev/fd
mount -t cgroup2 cgroup2 /new/sys/fs/cgroup
ip link set lo up; hostname vm
# Not chroot: from inside one the kernel makes no user namespaces.
exec switch_root /new /bin/sh -c '/bin/bash /vm/command; echo $? > /vm/status; sync; /bin/busybox poweroff -f'
"""


# How the init above comes by the host's files.
SHARES = {
    "qemu": """share() {
  case $3 in ro) cache=,cache=loose ;; *) cache= ;; esac
  mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288,$3$cache "$1" "$2" || echo "vm: no $1"
}""",
    "uml": """share() {
  path=$(tr ' ' '\\n' < /proc/cmdline | sed -n "s/^share_$1=//p")
  mount -t hostfs -o "$3,$path" "$1" "$2" || echo "vm: no $1"
}""",
}
# Debian's releases that have a user-mode-linux of that version.
UML_SUITES = {"6.1": "bookworm", "6.12": "trixie", "7.2": "sid"}


def run_in(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def unpack(folder, package, target):
    file = next(folder.glob(f"{package}_*.deb"))
    subprocess.run(["dpkg", "-x", file, target], check=True)
    file.unlink()


def fetch_kernel(version, folder):
    """The kernel image and its folder of modules, from Debian's package."""
    folder.mkdir(parents=True, exist_ok=True)
    known = sorted(folder.glob(f"{version}.*/boot/vmlinuz-*"))
    if not known:
        listed = run_in(folder, "apt-cache", "pkgnames", f"linux-image-{version}.").split()
        names = [name for name in listed if re.fullmatch(rf"linux-image-{re.escape(version)}\.[0-9.]+(-\d+|\+deb\d+)-amd64", name)]
        if not names:
            sys.exit(f"vm: apt knows no linux-image-{version}.*-amd64: run `apt-get update`, or take another --kernel")
        name = max(names, key=lambda text: [int(number) for number in re.findall(r"\d+", text)])
        run_in(folder, "apt-get", "download", "-q", name)
        unpack(folder, name, folder / name.removeprefix("linux-image-"))
        known = sorted(folder.glob(f"{version}.*/boot/vmlinuz-*"))
    image = known[-1]
    return image, image.parent.parent / "lib/modules" / image.name.removeprefix("vmlinuz-")


def fetch_uml(version, folder):
    """Its program, its modules and the folder of the C library that it needs, which is newer than this system's."""
    if version not in UML_SUITES:
        sys.exit(f"vm: user-mode-linux is there as {', '.join(UML_SUITES)}: take another --kernel")
    target = folder / f"uml-{version}"
    if not (target / "usr/bin/linux.uml").exists():
        (target / "lists/partial").mkdir(parents=True, exist_ok=True)
        # The mirror that this system uses, and a release of our own choice.
        site = run_in(target, "apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", "Origin: Debian").split()
        if not site:
            sys.exit("vm: apt has no list of a Debian mirror: run `apt-get update`")
        keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
        (target / "sources").write_text(f"deb [signed-by={keyring}] {site[0].removesuffix('-security')} {UML_SUITES[version]} main\n")
        apt = ["apt-get", "-q", "-o", f"Dir::Etc::sourcelist={target}/sources", "-o", "Dir::Etc::sourceparts=/nonexistent",
               "-o", f"Dir::State::lists={target}/lists", "-o", f"Dir::Cache={target}/cache"]
        run_in(target, *apt, "update")
        run_in(target, *apt, "download", "user-mode-linux", "libc6")
        unpack(target, "libc6", target / "libc")
        unpack(target, "user-mode-linux", target)
        for rest in ("lists", "cache"):
            shutil.rmtree(target / rest, ignore_errors=True)
    libc = next(target.glob("libc/**/ld-linux-x86-64.so.2")).parent
    return target / "usr/bin/linux.uml", next((target / "usr/lib/uml/modules").iterdir()), libc


def modules_in_order(modules, kind):
    """Paths of what to load, what others depend on first."""
    files = {re.sub(r"\.ko(\.xz)?$", "", path.name).replace("-", "_"): path for path in modules.rglob("*.ko*")}
    order = []

    def add(name, needed):
        path = files.get(name.replace("-", "_"))
        if path is None:
            if needed and name not in built_in:
                sys.exit(f"vm: the kernel has no module {name}")
            return
        if path in order:
            return
        depends = subprocess.run(["modinfo", "-F", "depends", path], capture_output=True, text=True, check=True).stdout
        for other in filter(None, depends.strip().split(",")):
            add(other, True)
        order.append(path)

    built_in = {re.sub(r".*/|\.ko$", "", line.strip()).replace("-", "_")
                for line in (modules / "modules.builtin").read_text().splitlines()}
    for name in MODULES[kind]:
        add(name, True)
    for name in EXTRA_MODULES:
        add(name, False)
    return order


def make_initramfs(modules, target, kind):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "bin").mkdir()
        shutil.copy("/bin/busybox", root / "bin/busybox")
        (root / "init").write_text(INIT.replace("SHARE", SHARES[kind], 1))
        (root / "init").chmod(0o755)
        (root / "lib").mkdir()
        names = []
        for path in modules_in_order(modules, kind):
            content = path.read_bytes()
            if path.suffix == ".xz":
                content = lzma.decompress(content)
            name = f"lib/{path.name.removesuffix('.xz')}"
            (root / name).write_bytes(content)
            names.append("/" + name)
        (root / "modules").write_text("".join(name + "\n" for name in names))
        listing = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*")))
        with open(target, "wb") as out:
            subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=root, input=listing.encode(), stdout=out, check=True)


def qemu_command(options, folder, shared, accelerator):
    kernel, modules = fetch_kernel(options.kernel, options.kernels)
    make_initramfs(modules, folder / "initramfs", "qemu")
    # Some processors' lists of what they need no remedy for can be read by a hypervisor, but not set.
    machine = {"kvm": ["-accel", "kvm", "-cpu", "host,-arch-capabilities"], "emulated": ["-accel", "tcg,thread=multi", "-cpu", "max"]}
    share = lambda tag, path, more: ["-fsdev", f"local,id={tag},path={path},security_model=none,multidevs=remap{more}",
                                     "-device", f"virtio-9p-pci,fsdev={tag},mount_tag={tag}"]
    # What guards against other guests costs an emulated processor a third of its time.
    faster = "mitigations=off init_on_alloc=0 " if accelerator == "emulated" else ""
    return ["qemu-system-x86_64", *machine[accelerator], "-m", str(options.memory_mb), "-smp", str(options.cpus), "-nographic",
            "-nodefaults", "-no-reboot", "-serial", "stdio", "-kernel", kernel, "-initrd", folder / "initramfs", "-append",
            f"console=ttyS0 quiet panic=-1 {faster}{options.append}", *share("host", "/", ",readonly=on"), *share("vm", shared, "")], {}


def uml_command(options, folder, shared):
    program, modules, libc = fetch_uml(options.kernel, options.kernels)
    make_initramfs(modules, folder / "initramfs", "uml")
    # Its memory begins behind the program, so it must be the kernel that loads it: not the newer ld.so by its name.
    # That one takes the place of the name in the file, which is longer.
    usual, ours = b"/lib64/ld-linux-x86-64.so.2\0", os.fsencode(folder / "l")
    (folder / "l").symlink_to(libc / "ld-linux-x86-64.so.2")
    own = folder / "linux"
    own.write_bytes(program.read_bytes().replace(usual, ours.ljust(len(usual), b"\0"), 1))
    own.chmod(0o755)
    return [own, f"mem={options.memory_mb}M", f"initrd={folder}/initramfs", "share_host=/", f"share_vm={shared}", "con0=fd:0,fd:1",
            "con=null", "quiet", "seccomp=auto", "panic=-1", *options.append.split()], {"LD_LIBRARY_PATH": str(libc)}


def run_machine(command, environment, options, start_s):
    """Whether it came as far as its first program within that time; what it prints is printed."""
    machine = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True, env=os.environ | environment)
    started = threading.Event()
    ended_for = []

    def end_after(seconds, unless, why):
        if not unless.wait(seconds):
            ended_for.append(why)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(machine.pid, signal.SIGKILL)

    over = threading.Event()
    for seconds, unless, why in ((start_s, started, "start"), (options.timeout_s, over, f"ended after {options.timeout_s} s")):
        threading.Thread(target=end_after, args=(seconds, unless, why), daemon=True).start()
    try:
        for line in machine.stdout:
            if b"vm: " in line and b" has started" in line:
                started.set()
            sys.stdout.write(line.decode(errors="replace"))
            sys.stdout.flush()
        machine.wait()
    finally:
        over.set()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(machine.pid, signal.SIGKILL)
    if ended_for and ended_for[0] != "start":
        sys.exit(f"vm: {ended_for[0]}")
    was = started.is_set()
    started.set()
    return was


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine", choices=["kvm", "emulated", "uml"],
                        help="default: kvm, and where it can't be used or starts nothing in time, emulated")
    parser.add_argument("--kernel", default="6.1", help="which of Debian's kernels (default: %(default)s)")
    parser.add_argument("--kernels", type=pathlib.Path, default=pathlib.Path.home() / ".cache/assay/kernels")
    parser.add_argument("--memory-mb", type=int, default=4096)
    parser.add_argument("--cpus", type=int, default=2, help="uml has one")
    parser.add_argument("--start-s", type=int, default=120, help="longest time to the first program; five times as much where processors are emulated")
    parser.add_argument("--timeout-s", type=int, default=1800)
    parser.add_argument("--out", type=pathlib.Path, help="where $VM_OUT goes; default: nowhere")
    parser.add_argument("--append", default="", help="more for the kernel's command line")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    programs = [("cpio", "cpio"), ("/bin/busybox", "busybox-static"), ("modinfo", "kmod")]
    if options.machine != "uml":
        programs.append(("qemu-system-x86_64", "qemu-system-x86"))
    for program, package in programs:
        if not shutil.which(program):
            sys.exit(f"vm: needs {program}: apt-get install {package}")
    with tempfile.TemporaryDirectory(prefix="assay-vm-", dir="/tmp") as folder:
        folder = pathlib.Path(folder)
        shared = folder / "shared"
        (shared / "out").mkdir(parents=True)
        environment = "".join(f"export {name}={shlex.quote(os.environ[name])}\n"
                              for name in sorted(os.environ) if re.match(r"(ASSAY_|GTEST_|PYTHON|PATH$|HOME$|LANG)", name))
        (shared / "command").write_text(f"{environment}export VM_OUT=/vm/out\ncd {shlex.quote(os.getcwd())}\n"
                                        f"exec {shlex.join(options.command)}\n")
        started = False
        # A hypervisor that emulates the kernel's own code, as some do that are guests themselves, takes an hour to start one.
        unfit = options.kernels / f"kvm-unfit-{pathlib.Path('/proc/sys/kernel/random/boot_id').read_text().strip()}"
        if options.machine == "uml":
            started = run_machine(*uml_command(options, folder, shared), options, options.start_s)
        elif options.machine == "kvm" or (options.machine is None and os.access("/dev/kvm", os.W_OK) and not unfit.exists()):
            started = run_machine(*qemu_command(options, folder, shared, "kvm"), options, options.start_s)
            if not started:
                unfit.touch()
                print(f"vm: no program ran with this host's KVM within {options.start_s} s", flush=True)
        if not started and options.machine in (None, "emulated"):
            run_machine(*qemu_command(options, folder, shared, "emulated"), options, 5 * options.start_s)
        if options.out:
            shutil.copytree(shared / "out", options.out, dirs_exist_ok=True)
        status = shared / "status"
        sys.exit(int(status.read_text()) if status.exists() else "vm: the machine ended before its command did")


if __name__ == "__main__":
    main()
