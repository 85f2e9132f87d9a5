#!/usr/bin/python3
"""Makes the platform's wheel of clients/python: the package, the program, the math library, and the shared
libraries that other distributions don't have, each with its notice. Without network.

    scripts/make-wheel.py [--build build/release] [--out build/wheel]

The tag is manylinux_2_36_x86_64, and what is carried is held against it: no symbol of a newer C or C++ library.
What the tag's platforms have (the C library and its parts, libstdc++, libgcc_s, zlib) isn't carried. All else is linked
dynamically and lies in `assay/_carried/lib`, where anyone may replace it (LGPL), under names of its own: a library in
the user's process never stands in for another distribution's of the same name, nor the other way round.

Needs patchelf, binutils, setuptools and wheel (scripts/install-deps.sh wheel), and dpkg to know whose each library is.
"""

import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
PLATFORM = "manylinux_2_36_x86_64"
# Of the platform: what the tag promises to be there.
GIVEN = re.compile(r"^(linux-vdso|ld-linux-x86-64|libc|libm|libpthread|libdl|librt|libresolv|libutil|libstdc\+\+|"
                   r"libgcc_s|libz)\.so\b")
NEWEST = {"GLIBC": (2, 36), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
# Compiled in, without a library of their own.
COMPILED_IN = ["libboost1.81-dev", "libcli11-dev"]

SETUP = f'''from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self):
        return True  # it holds machine code, though no extension module


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", "{PLATFORM}"


setup(cmdclass={{"bdist_wheel": PlatformWheel}}, distclass=Platform)
'''


def run(*command, **more):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True, **more).stdout


def needed(path):
    """The libraries that a file needs, with those that they need: name to path."""
    found = {}
    done = subprocess.run(["ldd", path], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"make-wheel: {path} can't be loaded: {done.stdout}{done.stderr}")
    for line in done.stdout.splitlines():
        match = re.match(r"\s*(\S+) => (\S+) ", line)
        if match:
            found[match.group(1)] = pathlib.Path(match.group(2))
        elif "not found" in line:
            raise SystemExit(f"make-wheel: {path} needs {line.split()[0]}, which isn't here")
    return found


def own_name(name, path):
    """libfoo.so.1 -> libfoo-1a2b3c4d.so.1, by its content."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    stem, dot, rest = name.partition(".so")
    return f"{stem}-{digest}{dot}{rest}"


def owner(path):
    """The Debian package that a library is of. Files may be listed below / or below /usr."""
    real = path.resolve()
    for listed in dict.fromkeys((path, real, pathlib.Path("/usr", *real.parts[1:]), pathlib.Path("/", *real.parts[2:]))):
        done = subprocess.run(["dpkg", "-S", str(listed)], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":", 1)[0]
    raise SystemExit(f"make-wheel: no package owns {path}, so its notice isn't known")


def write_notices(folder, libraries):
    """The copyright file of each package, and a list that says where each library is from."""
    packages = {}
    for name, path in sorted(libraries.items()):
        packages.setdefault(owner(path), []).append(name)
    lines = ["Libraries that this wheel carries, from Debian 12. Each is linked dynamically and may be replaced by another",
             "build of the same interface under the same file name in assay/_carried/lib. The spawner, a program inside",
             "bin/assay, has some of them and the C library linked in; `assay __spawner` is the same program linked",
             "dynamically, and is taken where vm.memfd_noexec is 2. How it is linked: src/sandbox/spawner/room.cmake.", ""]
    for package in [*sorted(packages), *COMPILED_IN]:
        source, version = run("dpkg-query", "-W", "-f", "${source:Package}\t${source:Version}", package).split("\t")
        notice = pathlib.Path("/usr/share/doc", package, "copyright")
        target = folder / package / "copyright"
        target.parent.mkdir(parents=True)
        shutil.copyfile(notice, target)
        what = ", ".join(packages.get(package, ["headers, compiled in"]))
        lines.append(f"{package}: {what}; source package {source} {version}")
    (folder / "LIBRARIES.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def carry(folder, build):
    """Fills assay/_carried; gives what lies there by its own name."""
    program = build / "assay"
    own_libraries = {name: (build / name).resolve() for name in ("libassay_math.so.1", "libassay_rl.so.1")}
    for path in (program, *own_libraries.values()):
        if not path.is_file():
            raise SystemExit(f"make-wheel: {path} is not built; make build")
    libraries = {name: path for file in (program, *own_libraries.values()) for name, path in needed(file).items() if not GIVEN.match(name)}
    for part in ("bin", "lib"):
        (folder / part).mkdir(parents=True)
    write_notices(folder / "licenses", libraries)

    own = {name: own_name(name, path) for name, path in libraries.items()}
    files = {folder / "bin" / "assay": program, **{folder / "lib" / name: path for name, path in own_libraries.items()}}
    files.update({folder / "lib" / own[name]: path for name, path in libraries.items()})
    for target, source in files.items():
        shutil.copyfile(source, target)
        target.chmod(0o755)
        run("strip", "--strip-unneeded", target)
        needs = [name for name in run("patchelf", "--print-needed", target).split() if name in own]
        if needs:
            run("patchelf", *(word for name in needs for word in ("--replace-needed", name, own[name])), target)
        if target.name in own.values():
            run("patchelf", "--set-soname", target.name, target)
        # Alone: beside a replacement this patchelf forgets that.
        run("patchelf", "--set-rpath", "$ORIGIN/../lib" if target.parent.name == "bin" else "$ORIGIN", target)
    return files


def check_tag(files):
    """Every version of a symbol that the files need of the platform's libraries is old enough."""
    for path in files:
        for family, version in set(re.findall(r"\b(GLIBC|GLIBCXX|CXXABI|GCC)_(\d+(?:\.\d+)*)", run("readelf", "-VW", path))):
            if tuple(map(int, version.split("."))) > NEWEST[family]:
                raise SystemExit(f"make-wheel: {path.name} needs {family}_{version}, which {PLATFORM} doesn't have")


def check_links(files, folder):
    """Everything is found: in the wheel, or on the platform."""
    for path in files:
        for name, where in needed(path).items():
            if not GIVEN.match(name) and not where.is_relative_to(folder):
                raise SystemExit(f"make-wheel: {path.name} takes {name} from {where}, not from the wheel")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=REPOSITORY / "build" / "release")
    parser.add_argument("--out", type=pathlib.Path, default=REPOSITORY / "build" / "wheel")
    arguments = parser.parse_args()
    for tool in ("patchelf", "strip", "readelf", "ldd", "dpkg"):
        if shutil.which(tool) is None:
            raise SystemExit(f"make-wheel: {tool} is missing; scripts/install-deps.sh wheel")

    out = arguments.out.resolve()
    stage = out / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "tests", "_carried")
    shutil.copytree(REPOSITORY / "clients" / "python", stage, ignore=ignored)
    shutil.copyfile(REPOSITORY / "LICENSE", stage / "LICENSE")
    (stage / "setup.py").write_text(SETUP)
    carried = stage / "src" / "assay" / "_carried"
    files = carry(carried, arguments.build)
    check_tag(files)
    check_links(files, carried)
    said = run(carried / "bin" / "assay", "version", env={"PATH": "/nonexistent"}).split()[1]
    version = re.search(r'VERSION = "(.*)"', (stage / "src/assay/_version.py").read_text()).group(1)
    if said != version:
        raise SystemExit(f"make-wheel: the program says {said} and the package {version}")

    for old in out.glob("*.whl"):
        old.unlink()
    # Times in the archive are those of the commit, so that equal sources give equal wheels.
    epoch = run("git", "-C", REPOSITORY, "log", "-1", "--format=%ct").strip()
    build = f"from setuptools import build_meta; print(build_meta.build_wheel({str(out)!r}))"
    done = subprocess.run([sys.executable, "-c", build], cwd=stage, capture_output=True, text=True,
                          env={**os.environ, "SOURCE_DATE_EPOCH": epoch})
    if done.returncode != 0:
        raise SystemExit(f"make-wheel: setuptools failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    wheel = out / done.stdout.splitlines()[-1]
    with zipfile.ZipFile(wheel) as archive:
        mode = archive.getinfo("assay/_carried/bin/assay").external_attr >> 16
        assert mode & 0o111, "the program would not be executable"
        unpacked = sum(entry.file_size for entry in archive.infolist())
    print(f"{wheel.relative_to(REPOSITORY) if wheel.is_relative_to(REPOSITORY) else wheel}: "
          f"{wheel.stat().st_size / 1e6:.1f} MB, {unpacked / 1e6:.1f} MB installed, {len(files) - 2} libraries carried")
    return 0


if __name__ == "__main__":
    sys.exit(main())
