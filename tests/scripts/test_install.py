"""What `make install` puts where, from the build that is tested."""

import os
import pathlib
import shutil
import subprocess

import pytest

BINARY = pathlib.Path(os.environ.get("ASSAY_BIN", ""))
BUILD = BINARY.parent


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    if not BINARY.is_file() or not (BUILD / "libassay_math.so").exists():
        pytest.skip("ASSAY_BIN names no whole build")
    staging = tmp_path_factory.mktemp("staging")
    done = subprocess.run(["cmake", "--install", BUILD, "--prefix", "/opt/judge", "--strip"], text=True,
                          capture_output=True, env={**os.environ, "DESTDIR": str(staging)})
    assert done.returncode == 0, done.stderr
    return staging / "opt" / "judge"


def test_everything_is_below_the_prefix(prefix):
    files = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    assert files >= {
        "bin/assay", "include/assay_math.h", "include/assay_rl.h", "lib/libassay_math.so.1", "lib/libassay_rl.so.1",
        "lib/pkgconfig/assay_math.pc",
        "share/man/man1/assay.1", "share/bash-completion/completions/assay",
        "share/zsh/site-functions/_assay", "share/fish/vendor_completions.d/assay.fish"}
    assert (prefix / "lib" / "libassay_math.so").is_symlink() or "lib/libassay_math.so" in files
    assert sorted(path.name for path in prefix.parents[1].iterdir()) == ["opt"]


def test_the_program_is_stripped_and_runs(prefix):
    sections = subprocess.run(["readelf", "-SW", prefix / "bin" / "assay"], text=True,
                              capture_output=True, check=True).stdout
    assert ".symtab" not in sections and ".debug_info" not in sections
    done = subprocess.run([prefix / "bin" / "assay", "version"], text=True, capture_output=True)
    assert done.returncode == 0 and "version" in done.stdout
    page = (prefix / "share/man/man1/assay.1").read_text()
    assert ".SS assay serve" in page


@pytest.mark.skipif(not shutil.which("pkg-config"), reason="pkg-config is not installed")
def test_pkg_config_follows_the_prefix(prefix):
    done = subprocess.run(["pkg-config", "--cflags", "--libs", "assay_math"], text=True,
                          capture_output=True,
                          env={**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig")})
    assert done.returncode == 0, done.stderr
    assert "-lassay_math" in done.stdout and str(prefix) in os.path.normpath(done.stdout.split("-I")[1].split()[0])
