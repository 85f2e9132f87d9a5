"""Runs a command on this machine's files under another kernel: a virtual machine whose root is the host's, read
only, with everything that is written there in memory. For what a host can't show of itself: cgroup v2 with
controllers where the host has v1, older and newer kernels.

    tests/vm/vm.py [--kernel 6.1|6.12] [--memory-mb N] [--cpus N] [--timeout-s N] -- COMMAND...

The command runs as root with the host's paths, in the directory this was started from; what it writes below $VM_OUT
comes back (--out DIR). Kernels are Debian's packages, fetched by apt into --kernels DIR and never installed. It
needs qemu-system-x86, busybox-static and cpio; with /dev/kvm it takes seconds to start, without it minutes.
"""
import argparse
import lzma
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

# What the way to the root takes; what these depend on is found from themselves.
MODULES = ["virtio_pci", "9pnet_virtio", "9p", "overlay"]
# Loaded when the kernel has them as modules: what programs of the tests use.
EXTRA_MODULES = ["af_packet", "unix", "ipv6", "tun"]

INIT = r"""#!/bin/busybox sh
export PATH=/bin
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /lower /memory /new
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
while read module; do insmod "$module" || echo "vm: cannot load $module"; done < /modules
share() { mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288,"$3" "$1" "$2" || echo "vm: no $1"; }
share host /lower ro,cache=loose
mount -t tmpfs -o size=80% memory /memory; mkdir -p /memory/upper /memory/work
mount -t overlay -o lowerdir=/lower,upperdir=/memory/upper,workdir=/memory/work root /new
mkdir -p /new/vm; share vm /new/vm rw
mount -t proc proc /new/proc; mount -t sysfs sys /new/sys; mount -t devtmpfs dev /new/dev
mkdir -p /new/dev/pts /new/dev/shm
mount -t devpts pts /new/dev/pts; mount -t tmpfs shm /new/dev/shm; mount -t tmpfs run /new/run
mount -t tmpfs -o mode=1777 tmp /new/var/tmp
[ -e /new/dev/fd ] || ln -s /proc/self/fd /new/dev/fd
mount -t cgroup2 cgroup2 /new/sys/fs/cgroup
ip link set lo up; hostname vm
# Not chroot: from inside one the kernel makes no user namespaces.
exec switch_root /new /bin/sh -c '/bin/bash /vm/command; echo $? > /vm/status; sync; /bin/busybox poweroff -f'
"""


def fetch_kernel(version, folder):
    """The kernel image and its folder of modules, from Debian's package."""
    folder.mkdir(parents=True, exist_ok=True)
    known = sorted(folder.glob(f"{version}.*/boot/vmlinuz-*"))
    if not known:
        listed = subprocess.run(["apt-cache", "pkgnames", f"linux-image-{version}."], capture_output=True, text=True,
                                check=True).stdout.split()
        names = [name for name in listed if re.fullmatch(rf"linux-image-{re.escape(version)}\.[0-9.]+(-\d+|\+deb\d+)-amd64", name)]
        if not names:
            sys.exit(f"vm: apt knows no linux-image-{version}.*-amd64: run `apt-get update`, or take another --kernel")
        name = max(names, key=lambda text: [int(number) for number in re.findall(r"\d+", text)])
        subprocess.run(["apt-get", "download", "-q", name], cwd=folder, check=True)
        package = next(folder.glob(f"{name}_*.deb"))
        subprocess.run(["dpkg", "-x", package, folder / name.removeprefix("linux-image-")], check=True)
        package.unlink()
        known = sorted(folder.glob(f"{version}.*/boot/vmlinuz-*"))
    image = known[-1]
    return image, image.parent.parent / "lib/modules" / image.name.removeprefix("vmlinuz-")


def modules_in_order(modules):
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
    for name in MODULES:
        add(name, True)
    for name in EXTRA_MODULES:
        add(name, False)
    return order


def make_initramfs(modules, target):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "bin").mkdir()
        shutil.copy("/bin/busybox", root / "bin/busybox")
        (root / "init").write_text(INIT)
        (root / "init").chmod(0o755)
        (root / "lib").mkdir()
        names = []
        for path in modules_in_order(modules):
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", default="6.1", help="which of Debian's kernels (default: %(default)s)")
    parser.add_argument("--kernels", type=pathlib.Path, default=pathlib.Path.home() / ".cache/assay/kernels")
    parser.add_argument("--memory-mb", type=int, default=4096)
    parser.add_argument("--cpus", type=int, default=2)
    parser.add_argument("--timeout-s", type=int, default=1800)
    parser.add_argument("--out", type=pathlib.Path, help="where $VM_OUT goes; default: nowhere")
    parser.add_argument("--no-kvm", action="store_true", help="emulate the processor: slow, and works anywhere")
    parser.add_argument("--append", default="", help="more for the kernel's command line")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    for program, package in (("qemu-system-x86_64", "qemu-system-x86"), ("cpio", "cpio"), ("/bin/busybox", "busybox-static"),
                             ("modinfo", "kmod")):
        if not shutil.which(program):
            sys.exit(f"vm: needs {program}: apt-get install {package}")
    kernel, modules = fetch_kernel(options.kernel, options.kernels)
    with tempfile.TemporaryDirectory(prefix="assay-vm-") as folder:
        folder = pathlib.Path(folder)
        shared = folder / "shared"
        (shared / "out").mkdir(parents=True)
        environment = "".join(f"export {name}={shlex.quote(os.environ[name])}\n"
                              for name in sorted(os.environ) if re.match(r"(ASSAY_|GTEST_|PYTHON|PATH$|HOME$|LANG)", name))
        (shared / "command").write_text(f"{environment}export VM_OUT=/vm/out\ncd {shlex.quote(os.getcwd())}\n"
                                        f"exec {shlex.join(options.command)}\n")
        make_initramfs(modules, folder / "initramfs")
        emulate = options.no_kvm or not os.access("/dev/kvm", os.W_OK)
        machine = ["-accel", "tcg,thread=multi", "-cpu", "max"] if emulate else ["-accel", "kvm", "-cpu", "host"]
        share = lambda tag, path, more: ["-fsdev", f"local,id={tag},path={path},security_model=none,multidevs=remap{more}",
                                         "-device", f"virtio-9p-pci,fsdev={tag},mount_tag={tag}"]
        command = ["qemu-system-x86_64", *machine, "-m", str(options.memory_mb), "-smp", str(options.cpus), "-nographic",
                   "-nodefaults", "-no-reboot", "-serial", "stdio", "-kernel", kernel, "-initrd", folder / "initramfs", "-append",
                   f"console=ttyS0 quiet panic=-1 systemd.unified_cgroup_hierarchy=1 {options.append}",
                   *share("host", "/", ",readonly=on"), *share("vm", shared, "")]
        try:
            subprocess.run(command, stdin=subprocess.DEVNULL, timeout=options.timeout_s, check=False)
        except subprocess.TimeoutExpired:
            sys.exit(f"vm: ended after {options.timeout_s} s")
        if options.out:
            shutil.copytree(shared / "out", options.out, dirs_exist_ok=True)
        status = shared / "status"
        sys.exit(int(status.read_text()) if status.exists() else "vm: the machine ended before its command did")


if __name__ == "__main__":
    main()
