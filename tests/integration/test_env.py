"""`assay env`: from a new folder to what somebody else has installed, and everything that may be wrong in between.

ASSAY_ENV_KILLS: how often an installation is killed with -9 (6).
"""

import functools
import gzip
import hashlib
import http.server
import io
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tarfile
import threading
import time

import pytest

from harness import server as harness

KILLS = int(os.environ.get("ASSAY_ENV_KILLS", "6"))
PATIENCE_S = 300  # against hangs only


class Desk:
    """Somebody's machine: keys, a store, and what they run."""

    def __init__(self, folder):
        self.folder = folder
        self.store = folder / "data" / "assay" / "environments"
        self.environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"),
                            "XDG_CONFIG_HOME": str(folder / "config")}
        for name in ("ASSAY_ENVIRONMENTS", "ASSAY_ENVIRONMENT_KEYS", "ASSAY_REGISTRY"):
            self.environment.pop(name, None)

    def start(self, *arguments):
        return subprocess.Popen([harness.binary(), "env", *map(str, arguments)], cwd=self.folder, text=True,
                                env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments, code=0):
        process = self.start(*arguments)
        process.out, process.err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == code, (arguments, process.returncode, process.out, process.err)
        return process

    def json(self, *arguments, code=0):
        return json.loads(self.run(*arguments, "--json", code=code).out)

    def installed(self):
        return [(each["name"], each["version"]) for each in self.json("list")]

    def leftovers(self):
        """What is in the store beside installed environments."""
        if not self.store.exists():
            return []
        return [path.name for path in self.store.iterdir() if path.name.startswith(".") or not path.is_dir()]


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def set_version(folder, version):
    path = folder / "environment.yaml"
    lines = [f"version: {version}" if line.startswith("version:") else line for line in path.read_text().split("\n")]
    path.write_text("\n".join(lines))


@pytest.fixture
def shop(desk):
    """A desk with a signed environment in a registry, whose key is not trusted yet."""
    desk.run("new", "sums")
    desk.run("key", "new", "key", "--whose", "me")
    desk.run("pack", "sums", "--registry", "registry", "--sign", "key")
    return desk


def served(folder, answer=None):
    """A static web server; `answer(path)` may give other bytes than the file's."""
    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            data = answer(self.path) if answer else None
            if data is None:
                return super().do_GET()
            self.send_response(200)
            self.end_headers()
            try:
                self.wfile.write(data)
            except OSError:
                pass  # it had enough
            return None

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    return server


# ---- one's own folder ----

@pytest.mark.parametrize("kind", ["math", "code", "science", "software", "logic"])
def test_a_new_one_has_no_faults(desk, kind):
    desk.run("new", "mine", "--kind", kind)
    report = desk.json("check", "mine")
    assert report["ok"] and report["files"][0]["rows"] >= (2 if kind == "software" else 4) and report["faults"] == []
    assert "is there already" in desk.run("new", "mine", code=2).err


def test_usage(desk):
    assert "must begin with a letter" in desk.run("new", "Mine", code=2).err
    desk.run("new", "mine", "--kind", "poetry", code=2)
    assert "no environment" in desk.run("check", "nowhere", code=2).err
    assert "no environment" in desk.run("pack", "nowhere", code=2).err
    assert "--registry" in desk.run("install", "mine", code=2).err
    assert "behind the @" in desk.run("install", "mine@x", "--registry", "r", code=2).err
    assert "no folder" in desk.run("diff", "a", "b", code=2).err
    desk.run("list", "--keys", "nowhere", "--registry", "r", code=2)
    desk.run(code=2)
    for verb in ("new", "check", "pack", "list", "install", "diff", "score", "show", "key"):
        assert desk.run(verb, "--help").out


def test_check_names_every_fault_and_pack_refuses(desk):
    desk.run("new", "sums")
    path = desk.folder / "sums" / "environment.yaml"
    path.write_text(path.read_text().replace("weight: 0.1", "weight: heavy").replace("boxed\n\n#", "json\n\n#"))
    with (desk.folder / "sums" / "tasks.jsonl").open("a") as tasks:
        tasks.write('{"id": "sum-1", "question": "?", "answer": "1"}\n{"id": "x", "question": "?"}\n')
    done = desk.run("check", "sums", code=1)
    line = 1 + path.read_text().split("\n").index("      weight: heavy")
    assert f"environment.yaml:{line}: rubric.functions[1].weight: " in done.err
    assert "tasks.sha256: is not the hash" in done.err
    assert "tasks.jsonl: row 7: id: 'sum-1' is another row's" in done.err
    assert desk.run("pack", "sums", code=1).err.endswith("3 faults\n")
    assert not list(desk.folder.glob("*.tar.zst"))
    path.write_text(path.read_text().replace("weight: heavy", "weight: 0.1"))
    done = desk.run("check", "sums", "--write-hashes", code=1)
    assert "asks for boxed, and answer_format says json" in done.err and "row 8: answer: Field required" in done.err


def test_a_rubric_that_check_accepts_is_one_the_server_takes(desk, server):
    for kind, right in (("math", "\\boxed{42}"), ("code", "```python\nprint(sum(map(int, input().split())))\n```")):
        desk.run("new", kind, "--kind", kind)
        manifest = json.loads(desk.run("show", kind).out)["manifest"]
        row = json.loads(desk.run("show", kind, "--rows", "tasks").out.split("\n")[0])
        item = {"response": right, **manifest.get("item", {})}
        item.update({name: row[manifest.get("fields", {}).get(name, name)] for name in ("gold", "problem")
                     if manifest.get("fields", {}).get(name, name) in row})
        answer = server.post("/v1/score", {"rubrics": {"r": manifest["rubric"]}, "items": [item]}).json()
        assert answer["results"][0]["score"] == 1.1


def test_responses_are_scored_and_compared(desk, server):
    desk.run("new", "sums")
    path = desk.folder / "sums" / "environment.yaml"
    path.write_text(path.read_text().replace("rubric:\n", "rubric:\n  advantage: {kind: dr_grpo}\n"))
    responses = desk.folder / "responses.jsonl"
    responses.write_text("".join(json.dumps({"id": name, "response": text}) + "\n" for name, text in (
        ("sum-1", "\\boxed{42}"), ("product-1", "\\boxed{1}"), ("sum-1", "\\boxed{43}"),
        ("product-1", "\\boxed{132}"))))
    url = f"http://127.0.0.1:{server.port}"
    done = desk.run("score", "sums", responses, "--url", url)
    results = [json.loads(line) for line in done.out.splitlines()]
    assert [each["id"] for each in results] == ["sum-1", "product-1", "sum-1", "product-1"]
    assert [round(each["advantage"], 6) for each in results] == [0.55, -0.55, -0.55, 0.55]
    assert "4 scored, mean 0.5500\n" in done.err
    responses.write_text('{"id": "none", "response": "x"}\n')
    assert "responses.jsonl:1: there is no task with the id 'none'" in desk.run(
        "score", "sums", responses, "--url", url, code=1).err
    responses.write_text('{"id": "sum-1"}\n')
    assert "a response, a text" in desk.run("score", "sums", responses, "--url", url, code=1).err
    with (desk.folder / "sums" / "tasks.jsonl").open("a") as tasks:
        tasks.write("\n")
    assert "has the hash of" in desk.run("score", "sums", responses, "--url", url, code=1).err


def test_the_same_folder_makes_the_same_pack(desk):
    desk.run("new", "sums")
    first = desk.json("pack", "sums", "--out", "one")
    shutil.copytree(desk.folder / "sums", desk.folder / "copy")
    desk.environment["TZ"] = "Asia/Tokyo"
    second = desk.json("pack", "copy", "--out", "two")
    assert first["entry"]["sha256"] == second["entry"]["sha256"]
    data = (desk.folder / first["path"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == first["entry"]["sha256"] and first["entry"]["bytes"] == len(data)
    assert first["entry"]["sha256"][:12] in first["path"]


# ---- from hand to hand ----

def test_the_whole_way_by_folder_and_by_web(shop):
    web = served(shop.folder / "registry")
    try:
        for place in ("registry", web.url, web.url + "/"):
            assert "you don't list" in shop.run("install", "sums", "--registry", place, code=1).err
        assert shop.installed() == [] and shop.leftovers() == []
        assert "me" in shop.run("key", "trust", "key.pub").out
        assert "already" in shop.run("key", "trust", "key.pub").out
        assert "me" in shop.run("key", "list").out
        done = shop.json("install", "sums", "--registry", web.url)
        assert pathlib.Path(done["path"]).is_dir() and done["warnings"] == [] and not done["was_there"]
        assert shop.json("install", "sums", "--registry", "registry")["was_there"]
        (shop.folder / "sums" / "tasks.jsonl").write_text(
            (shop.folder / "sums" / "tasks.jsonl").read_text().replace('"42"', '"42.0"'))
        set_version(shop.folder / "sums", "0.2.0")
        shop.run("check", "sums", "--write-hashes")
        shop.run("pack", "sums", "--registry", "registry", "--sign", "key", "--gzip")
        assert shop.json("install", "sums@0.2", "--registry", web.url)["version"] == "0.2.0"
        assert shop.json("install", "sums@<0.2", "--registry", web.url)["version"] == "0.1.0"
        assert shop.installed() == [("sums", "0.2.0"), ("sums", "0.1.0")]
        assert "sums" in shop.run("list", "--registry", web.url).out
        changes = shop.json("diff", "sums@0.1.0", "sums@0.2.0")
        assert changes["tasks"][0]["changed_tasks"] == [{"id": "sum-1", "fields": ["answer"]}]
        assert [each["field"] for each in changes["manifest"]] == ["tasks.sha256", "version"]
        assert shop.json("diff", "sums", "sums@0.2.0")["same"]
        assert "~ sum-1: answer" in shop.run("diff", "sums@0.1", "sums@0.2").out
    finally:
        web.shutdown()


def test_a_file_by_itself(shop):
    pack = shop.json("pack", "sums", "--out", "out", "--sign", "key")["path"]
    assert "you don't list" in shop.run("install", pack, code=1).err
    shop.run("install", pack, "--key", "key.pub")
    assert shop.installed() == [("sums", "0.1.0")]
    os.remove(shop.folder / (pack + ".sig"))
    shutil.rmtree(shop.store)
    assert "is not signed" in shop.run("install", pack, "--key", "key.pub", code=1).err
    assert "is not signed" in shop.run("install", pack, "--allow-unsigned").err
    assert shop.json("diff", "sums", pack)["same"]


def test_what_is_not_there(shop):
    assert "has no environment 'other'" in shop.run("install", "other", "--registry", "registry", code=1).err
    assert "there are 0.1.0" in shop.run("install", "sums@2", "--registry", "registry", code=1).err
    assert shop.run("install", "sums", "--registry", "nowhere", code=1).err
    web = served(shop.folder)
    try:
        assert "404" in shop.run("install", "sums", "--registry", web.url, code=1).err
    finally:
        web.shutdown()
    assert shop.run("install", "sums", "--registry", "http://127.0.0.1:1", code=1).err
    assert shop.run("install", "sums", "--registry", "ftp://x/y", code=1).err


# ---- attacks ----

def test_another_key_and_another_signature(shop):
    shop.run("key", "new", "other", "--whose", "somebody")
    shop.run("key", "trust", "other.pub")
    assert "you don't list" in shop.run("install", "sums", "--registry", "registry", code=1).err
    shop.run("key", "trust", "key.pub")
    path = shop.folder / "registry" / "index.json"
    index = json.loads(path.read_text())
    good = index["environments"][0]
    # Another's signature under the name of a trusted key; one of another text; half a one; somebody else's key id.
    forged = [{"signature": good["signature"][:-6] + "AAAA=="}, {"changelog": "Better."}, {"version": "9.0.0"},
              {"created": "2030-01-01T00:00:00Z"}, {"bytes": good["bytes"] + 1}]
    for change in forged:
        path.write_text(json.dumps({"format": 1, "environments": [{**good, **change}]}))
        for more in ([], ["--allow-unsigned"]):
            done = shop.run("install", "sums", "--registry", "registry", *more, code=1)
            assert "the signature is not that of the key" in done.err, change
    path.write_text(json.dumps({"format": 1, "environments": [
        {name: value for name, value in good.items() if name not in ("signature", "key")}]}))
    assert "is not signed" in shop.run("install", "sums", "--registry", "registry", code=1).err
    assert shop.installed() == [] and shop.leftovers() == []


def test_a_server_that_gives_other_bytes(shop):
    shop.run("key", "trust", "key.pub")
    (pack,) = (shop.folder / "registry" / "packs").iterdir()
    good = pack.read_bytes()
    flipped = bytes([*good[:100], good[100] ^ 1, *good[101:]])
    for data, what in ((flipped, "another hash"), (good[:-1], "another size"), (good + b"x", "another size"),
                       (b"", "another size"), (good + bytes(50_000_000), "another size")):
        web = served(shop.folder / "registry", lambda path, data=data: data if path.startswith("/packs/") else None)
        try:
            assert what in shop.run("install", "sums", "--registry", web.url, code=1).err
        finally:
            web.shutdown()
    for data in (b"<html>", b"[]", b"{}", b'{"format": 1, "environments": 5}', b"[" * 10_000, b"\xff\xfe"):
        web = served(shop.folder / "registry", lambda path, data=data: data)
        try:
            assert web.url in shop.run("install", "sums", "--registry", web.url, code=1).err
        finally:
            web.shutdown()
    assert shop.installed() == [] and shop.leftovers() == []


def test_an_old_index_shown_again_and_a_version_that_changed(shop):
    shop.run("key", "trust", "key.pub")
    old = (shop.folder / "registry" / "index.json").read_text()
    set_version(shop.folder / "sums", "0.2.0")
    shop.run("pack", "sums", "--registry", "registry", "--sign", "key")
    shop.run("install", "sums", "--registry", "registry")
    (shop.folder / "registry" / "index.json").write_text(old)
    assert "shown again" in shop.run("install", "sums", "--registry", "registry").err
    (shop.folder / "sums" / "README.md").write_text("Other.\n")
    assert "never changes" not in shop.run("pack", "sums", "--registry", "fresh", "--sign", "key").err
    assert "with other contents" in shop.run("install", "sums", "--registry", "fresh", code=1).err
    set_version(shop.folder / "sums", "0.1.0")
    assert "never changes" in shop.run("pack", "sums", "--registry", "registry", "--sign", "key", code=1).err


def archive_of(members):
    """A pack of whatever: (name, bytes) or TarInfo."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", format=tarfile.PAX_FORMAT) as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return out.getvalue()


def entry(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def test_archives_that_reach_elsewhere(shop):
    folder = shop.folder / "sums"
    files = [(name, (folder / name).read_bytes()) for name in ("environment.yaml", "tasks.jsonl", "README.md")]
    files.append(("environment.json", json.dumps(json.loads(shop.run("show", "sums").out)["manifest"],
                                                 separators=(",", ":")).encode() + b"\n"))
    bad = shop.folder / "bad.tar.gz"
    bad.write_bytes(archive_of(files))
    shop.run("install", bad, "--allow-unsigned")  # so it is what is added below that is refused
    shutil.rmtree(shop.store)
    outside = shop.folder / "outside"
    for more in ([("../outside", b"x")], [("../../outside", b"x")], [(str(outside), b"x")], [(".pack.json", b"{}")],
                 [("a/../../../outside", b"x")], [entry("l", tarfile.SYMTYPE, str(shop.folder)), ("l/outside", b"x")],
                 [entry("l", tarfile.LNKTYPE, "/etc/passwd")], [entry("d", tarfile.DIRTYPE)],
                 [entry("f", tarfile.FIFOTYPE)], [entry("c", tarfile.CHRTYPE)], [("more.py", b"")],
                 [("tasks.jsonl", b"{}")], [("tasks.jsonl/x", b"")]):
        for members in (files + more, more + files):
            bad.write_bytes(archive_of(members))
            done = shop.run("install", bad, "--allow-unsigned", code=1)
            assert "bad.tar.gz" in done.err
            assert not outside.exists() and shop.installed() == [] and shop.leftovers() == []
    (shop.folder / "bad.tar.gz").write_bytes(gzip.compress(b""))
    shop.run("install", "bad.tar.gz", "--allow-unsigned", code=1)


def test_what_strangers_write_moves_no_cursor(shop):
    bad = shop.folder / "bad.tar.gz"
    yaml = b'name: "\\e[2J\\e]0;x\\a"\nversion: "\\e[1A"\n'
    bad.write_bytes(archive_of([("environment.yaml", yaml), ("\x1b[2J", b"")]))
    assert "\x1b" not in shop.run("install", bad, "--allow-unsigned", code=1).err
    bad.write_bytes(archive_of([("environment.yaml", yaml)]))
    done = shop.run("install", bad, "--allow-unsigned", code=1)
    assert "must begin with a letter" in done.err and "\x1b" not in done.err and "\x07" not in done.err
    path = shop.folder / "registry" / "index.json"
    path.write_text(path.read_text().replace("First version.", "\\u001b[2J\\u0007"))
    assert "\x1b" not in shop.run("list", "--registry", "registry").out


def test_bombs_and_truncations(shop):
    bomb = shop.folder / "bomb.tar.gz"
    bomb.write_bytes(archive_of([("zeros", bytes(64 << 20))]))
    assert bomb.stat().st_size < 100_000
    assert "more than 8 MiB" in shop.run("install", bomb, "--allow-unsigned", "--max-mb", "8", code=1).err
    bomb.write_bytes(archive_of([(f"f{number}", b"") for number in range(2000)]))
    assert "more than 1024 files" in shop.run("install", bomb, "--allow-unsigned", code=1).err
    (pack,) = (shop.folder / "registry" / "packs").iterdir()
    whole = pack.read_bytes()
    for size in (0, 1, 10, len(whole) // 2, len(whole) - 1):
        (shop.folder / "cut.tar.zst").write_bytes(whole[:size])
        shop.run("install", "cut.tar.zst", "--allow-unsigned", code=1)
    assert shop.installed() == [] and shop.leftovers() == []


# ---- together, and in the middle ----

def large(desk, megabytes=8):
    """Tasks of some size, which no compression makes small."""
    desk.run("new", "sums")
    dice = random.Random(5)
    with (desk.folder / "sums" / "tasks.jsonl").open("w") as tasks:
        for number in range(megabytes * 16):
            text = dice.randbytes(32 << 10).hex()
            tasks.write(json.dumps({"id": number, "question": text, "answer": str(number)}) + "\n")
    desk.run("check", "sums", "--write-hashes")


def test_many_install_and_publish_at_once(shop):
    shop.run("key", "trust", "key.pub")
    running = [shop.start("install", "sums", "--registry", "registry") for _ in range(6)]
    for process in running:
        assert process.wait(PATIENCE_S) == 0, process.stderr.read()
    assert shop.installed() == [("sums", "0.1.0")] and shop.leftovers() == []
    for number in range(6):
        shutil.copytree(shop.folder / "sums", shop.folder / f"sums{number}")
        set_version(shop.folder / f"sums{number}", f"1.0.{number}")
    running = [shop.start("pack", f"sums{number}", "--registry", "registry", "--sign", "key") for number in range(6)]
    for process in running:
        assert process.wait(PATIENCE_S) == 0, process.stderr.read()
    assert len(json.loads((shop.folder / "registry" / "index.json").read_text())["environments"]) == 7
    assert shop.json("install", "sums", "--registry", "registry")["version"] == "1.0.5"


def test_a_kill_leaves_nothing_half(desk):
    large(desk)
    started = time.monotonic()
    desk.run("pack", "sums", "--registry", "registry")
    lasts_s = time.monotonic() - started
    dice = random.Random(7)
    for _ in range(KILLS):
        process = desk.start("install", "sums", "--registry", "registry", "--allow-unsigned")
        time.sleep(dice.uniform(0, lasts_s))
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
        # There whole, or not at all.
        for found in desk.json("list"):
            assert desk.json("diff", "sums", found["path"])["same"]
            shutil.rmtree(found["path"])
        process = desk.start("pack", "sums", "--registry", "other")
        time.sleep(dice.uniform(0, lasts_s))
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
        index = desk.folder / "other" / "index.json"
        if index.exists():
            desk.run("install", "sums", "--registry", "other", "--allow-unsigned", "--store", "checked")
            shutil.rmtree(desk.folder / "checked")
            shutil.rmtree(desk.folder / "other")
    # What the killed have left goes with the next one, once it is a minute old.
    for left in desk.store.glob(".assay-environment-*"):
        os.utime(left, (1, 1))
    desk.run("install", "sums", "--registry", "registry", "--allow-unsigned")
    assert desk.installed() == [("sums", "0.1.0")] and desk.leftovers() == []
