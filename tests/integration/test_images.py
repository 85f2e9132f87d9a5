"""Images: `assay image` on the command line, and sandboxes of them through every door, in real boxes."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile

import pytest

from harness import server as harness
from harness.server import AssayServer

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

PROGRAMS = ["bash", "sh", "cat", "ls", "id", "env", "rm", "sleep", "touch", "pwd", "stat"]
# Where a host's own files would be, if links in an image could lead anything of ours there.
MOVED = {"etc": "/../../{out}/etc", "tmp": "{out}/tmp", "home": "../..{out}/home", "proc": "{out}/proc",
         "dev": "{out}/dev", "run": "../../../../../..{out}/run", "sys": "{out}/sys", "mnt": "{out}/file",
         "srv": "srv", "opt": "/proc/self/root{out}/opt"}


def assay(folder, *arguments):
    return subprocess.run([harness.binary(), "image", *arguments, "--image-folder", folder],
                          capture_output=True, text=True, timeout=120)


def make_root(root):
    """A root folder of the host's own programs."""
    files = {"/lib64/ld-linux-x86-64.so.2"} if os.path.exists("/lib64/ld-linux-x86-64.so.2") else set()
    for name in PROGRAMS:
        found = os.path.realpath(shutil.which(name))
        shutil.copy(found, (root / "bin").mkdir(parents=True, exist_ok=True) or root / "bin" / name)
        listed = subprocess.run(["ldd", found], capture_output=True, text=True)
        files.update(re.findall(r"(/\S+)", listed.stdout))
    for file in files:
        target = root / file.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(os.path.realpath(file), target)
    (root / "app").mkdir()
    (root / "app" / "made").write_text("in the image")
    (root / "app" / "open").write_text("as it was\n")
    (root / "app" / "open").chmod(0o666)
    (root / "app").chmod(0o777)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    where = tmp_path_factory.mktemp("images")
    store, root, out = str(where / "store"), where / "root", where / "outside"
    make_root(root)
    # With a configuration, as clients write its name.
    layer = where / "0.tar"
    with tarfile.open(layer, "w") as tar:
        tar.add(root, ".")
    config = {"os": "linux", "architecture": {"x86_64": "amd64", "aarch64": "arm64"}[os.uname().machine],
              "config": {"Env": ["PATH=/bin", "GREETING=from the image", "HOME=/root"], "WorkingDir": "/app",
                         "Cmd": ["bash"]},
              "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer.read_bytes()).hexdigest()]}}
    (where / "config.json").write_text(json.dumps(config))
    (where / "manifest.json").write_text(json.dumps(
        [{"Config": "config.json", "RepoTags": ["python:3.11-slim"], "Layers": ["0.tar"]}]))
    saved = where / "saved.tar"
    with tarfile.open(saved, "w") as tar:
        for name in ("manifest.json", "config.json", "0.tar"):
            tar.add(where / name, name)
    added = assay(store, "add", "docker.io/library/python:3.11-slim", str(saved))
    assert added.returncode == 0, added.stderr
    # The same, with links where a box has something of its own.
    for name in ("etc", "tmp", "home", "proc", "dev", "run", "sys", "opt"):
        (out / name).mkdir(parents=True)
    (out / "etc" / "passwd").write_text("host\n")
    (out / "file").write_text("host\n")
    for name, target in MOVED.items():
        (root / name).symlink_to(target.format(out=out))
    assert assay(store, "add", "hostile", str(root)).returncode == 0
    return store, out


@pytest.fixture(scope="module")
def server(folders):
    with AssayServer(["--slots", "1", "--warm-sandboxes", "0", "--image-folder", folders[0]]) as started:
        yield started
        assert started.stop() == 0
        assert started.leftovers() == []


def create(server, image):
    made = server.post("/v1/sandboxes", {"image": image})
    assert made.status == 201, made.body
    return made.json()["id"]


def run(server, box, command, **more):
    reply = server.post(f"/v1/sandboxes/{box}/exec", {"command": command, **more})
    assert reply.status == 200, reply.body
    return reply.json()["stdout"]


def end(server, box):
    assert server.request("DELETE", f"/v1/sandboxes/{box}").status == 200


def test_a_sandbox_has_the_image_its_environment_and_its_folder(server):
    box = create(server, "docker.io/library/python:3.11-slim")
    assert run(server, box, "cat made; pwd; echo $GREETING $HOME $PATH; id -un; ls /usr/bin/python3 2>&1 || true") == (
        "in the image/app\nfrom the image /home/user /bin\nuser\n"
        "ls: cannot access '/usr/bin/python3': No such file or directory\n")
    assert run(server, box, "echo $GREETING; pwd", env={"GREETING": "mine"}, directory="/tmp") == "mine\n/tmp\n"
    end(server, box)


def test_boxes_of_one_image_keep_their_changes_to_themselves(server, folders):
    one, other = create(server, "python:3.11-slim"), create(server, "python:3.11-slim")
    run(server, one, "echo changed > /app/new; rm -f /app/made; echo s > /tmp/secret")
    # Written to in place, it stays root's.
    run(server, one, "echo changed >> /app/open")
    assert run(server, one, "ls /app") == "new\nopen\n"
    assert run(server, other, "ls /app; ls /tmp; cat made open") == "made\nopen\nin the imageas it was\n"
    # What is root's in it stays root's, and a box can't reach the folder that it is made of.
    assert run(server, other, "touch /bin/new 2>&1 || true; ls /etc").startswith("touch: cannot touch")
    assert run(server, other, f"ls {folders[0]} 2>&1 || true").startswith("ls: cannot access")
    assert folders[0] not in run(server, other, "cat /proc/self/mountinfo")
    [image] = [each for each in pathlib.Path(folders[0]).iterdir()
               if json.loads((each / "image.json").read_text())["name"] == "python:3.11-slim"]
    assert sorted(os.listdir(image / "root" / "app")) == ["made", "open"]
    forked = server.post(f"/v1/sandboxes/{one}/fork", {}).json()["id"]
    assert run(server, forked, "cat /app/new /app/open") == "changed\nas it was\nchanged\n"
    for box in (one, other, forked):
        end(server, box)


def test_links_in_an_image_lead_nothing_of_ours_out_of_it(server, folders):
    out = folders[1]

    def look():
        return {str(path): (path.lstat().st_mode, path.lstat().st_uid, path.lstat().st_mtime_ns,
                            path.read_text() if path.is_file() else sorted(os.listdir(path)))
                for path in [out, *out.rglob("*")]}

    before = look()
    box = create(server, "hostile")
    assert run(server, box, "id -un; echo x > /tmp/x; echo y > ~/y; echo z > /opt/z; echo n > /dev/null; pwd; "
               "cat /proc/self/comm; stat -c %F /etc /tmp /home /proc /dev /run") == (
        "user\n/home/user\ncat\n" + "directory\n" * 6)
    assert server.request("PUT", f"/v1/sandboxes/{box}/files?path=/tmp/up", b"up").status == 200
    end(server, box)
    assert look() == before


def test_every_door_has_it_and_refuses_what_there_is_not(server):
    names = [image["name"] for image in server.get("/v1/images").json()["images"]]
    assert names == ["hostile", "python:3.11-slim"]
    refused = server.post("/v1/sandboxes", {"image": "nobody/knows:1"})
    assert refused.status == 422
    fault = refused.json()["error"]
    assert fault["field"] == "image" and "assay image add nobody/knows:1" in fault["message"]

    listed = server.get("/templates").json()
    assert [one["templateID"] for one in listed] == ["base", "code-interpreter-v1", *names]
    made = server.post("/sandboxes", {"templateID": "hostile", "timeout": 60})
    assert made.status == 201 and made.json()["templateID"] == "hostile"
    assert run(server, made.json()["sandboxID"], "cat /app/made") == "in the image"
    end(server, made.json()["sandboxID"])
    refused = server.post("/sandboxes", {"templateID": "nobody"})
    assert refused.status == 404 and "assay image" in refused.json()["message"]

    order = {"name": "t", "docker_image": "index.docker.io/library/python:3.11-slim", "cpu_cores": 1.0, "memory_gb": 1.0}
    made = server.post("/api/v1/sandbox", order).json()
    assert made["status"] == "RUNNING", made
    assert run(server, made["id"], "cat made; echo $GREETING") == "in the imagefrom the image\n"
    end(server, made["id"])
    failed = server.post("/api/v1/sandbox", {**order, "docker_image": "nobody/knows:1"}).json()
    assert (failed["status"], failed["errorType"]) == ("ERROR", "IMAGE_PULL_FAILED")


def test_the_command_line_adds_lists_and_removes(server, folders, tmp_path):
    store = folders[0]
    (tmp_path / "root" / "etc").mkdir(parents=True)
    (tmp_path / "root" / "etc" / "a").write_text("a")
    assert assay(store, "add", "mine", str(tmp_path / "root")).returncode == 0
    again = assay(store, "add", "mine:latest", str(tmp_path / "root"))
    assert again.returncode == 2 and "assay image remove" in again.stderr
    assert assay(store, "add", "../mine", str(tmp_path / "root")).returncode == 2
    assert "No such file" in assay(store, "add", "none", str(tmp_path / "missing")).stderr
    listed = json.loads(assay(store, "list", "--json").stdout)
    assert [(one["name"], one["source"]) for one in listed] == [
        ("hostile", "folder"), ("mine", "folder"), ("python:3.11-slim", "docker")]
    assert listed[2]["workdir"] == "/app" and listed[2]["digest"].startswith("sha256:")
    assert "python:3.11-slim" in assay(store, "list").stdout
    # Servers that run have it at once, and lose it.
    assert "mine" in [image["name"] for image in server.get("/v1/images").json()["images"]]
    assert assay(store, "remove", "mine").returncode == 0
    assert assay(store, "remove", "mine").returncode == 2
    assert server.post("/v1/sandboxes", {"image": "mine"}).status == 422


def test_an_image_that_sandboxes_use_is_not_removed(server, folders):
    made = subprocess.run(
        [harness.binary(), "sandbox", "create", "--url", f"http://127.0.0.1:{server.port}", "--image", "hostile"],
        capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr
    box = made.stdout.strip()
    refused = assay(folders[0], "remove", "hostile")
    assert refused.returncode == 2 and "sandboxes use" in refused.stderr
    assert run(server, box, "cat /app/made") == "in the image"
    end(server, box)
