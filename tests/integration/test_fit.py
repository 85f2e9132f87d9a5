"""`assay fit`: simulated runs fitted, compared and followed; files of every form; errors that help."""

import html.parser
import json
import random
import signal
import struct
import subprocess
import time
import xml.etree.ElementTree as ElementTree

import pytest

from harness import server as harness

PATIENCE_S = 120  # against hangs only
LAW = {"A": 0.61, "B": 1.92, "c-mid": 2542, "r0": 0.3}


def fit(*arguments, code=0):
    done = subprocess.run([str(harness.binary()), "fit", *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    return done


def simulated(path, *, to=12000, noise=0.004, seed=1, **law):
    values = {**LAW, **law}
    options = [f"--{name}={value}" for name, value in values.items()]
    path.write_text(fit("simulate", *options, "--to", to, "--every", 150, "--noise", noise, "--seed", seed).stdout)
    return path


COLUMNS = ("--x", "compute", "--y", "reward", "--r0", 0.3)


def points(path):
    return [tuple(map(float, line.split(","))) for line in path.read_text().splitlines()[1:]]


def test_what_was_simulated_is_found(tmp_path):
    run = simulated(tmp_path / "run.csv")
    found = json.loads(fit(run, *COLUMNS, "--forecast", "20000,100000", "--json").stdout)
    assert found["identified"] == "yes"
    assert abs(found["A"]["value"] - 0.61) < 0.01
    for name, true in (("A", 0.61), ("B", 1.92), ("C_mid", 2542)):
        low, high = found[name]["profile"]
        assert low < found[name]["value"] < high
        assert found[name]["bootstrap"][0] < found[name]["bootstrap"][1]
        assert low - (high - low) < true < high + (high - low)
    assert found["R0"]["given"]
    assert [round(each["compute"]) for each in found["forecasts"]] == [20000, 100000]
    assert abs(found["hold_out"]["end_error"]) < 0.03
    assert fit(run, *COLUMNS).stdout == fit(run, *COLUMNS).stdout


def test_no_asymptote_is_quoted_that_the_run_does_not_hold(tmp_path):
    run = simulated(tmp_path / "run.csv", to=3000, noise=0.001)
    assert "A     not identified" in fit(run, *COLUMNS).stdout
    found = json.loads(fit(run, *COLUMNS, "--json").stdout)
    assert found["A"]["value"] is None and found["identified"] == "no"
    assert "not identified" in found["warnings"][0]


def test_runs_are_compared(tmp_path):
    first = simulated(tmp_path / "fast.csv", B=2.1, seed=1)
    second = simulated(tmp_path / "slow.csv", B=1.6, seed=2)
    page = tmp_path / "page.html"
    picture = tmp_path / "curve.svg"
    said = fit("compare", first, second, *COLUMNS, "--html", page, "--svg", picture).stdout
    assert "the same asymptote within 0.02" in said and "for all:" in said
    found = json.loads(fit("compare", first, second, *COLUMNS, "--json").stdout)
    fast, slow = (run["with_shared_A"]["B"]["value"] for run in found["runs"])
    assert fast > slow
    ElementTree.parse(picture)
    html.parser.HTMLParser().feed(page.read_text())
    assert "<script" not in page.read_text()


def test_columns_of_one_file_are_compared(tmp_path):
    first = points(simulated(tmp_path / "a.csv", A=0.55, seed=1))
    second = points(simulated(tmp_path / "b.csv", A=0.65, B=1.5, seed=2, **{"c-mid": 5000}))
    export = tmp_path / "wandb.csv"
    export.write_text('"compute","quick - acc","high - acc"\n' +
                      "".join(f'"{x}","{y}","{z}"\n' for (x, y), (_, z) in zip(first, second)))
    said = fit("compare", export, "--x", "compute", "--y", "quick - acc", "--y", "high - acc", "--r0", 0.3).stdout
    assert "high - acc ends higher" in said and "the curves cross at" in said


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def event(step, tag, value):
    """A scalar as TensorBoard's writers record it, by its format."""
    scalar = b"\x0a" + bytes([len(tag)]) + tag.encode() + b"\x15" + struct.pack("<f", value)
    summary = b"\x0a" + bytes([len(scalar)]) + scalar
    number = bytearray()
    while step > 127:
        number.append(step & 127 | 128)
        step >>= 7
    number.append(step)
    data = b"\x09" + struct.pack("<d", 1e9) + b"\x10" + bytes(number) + b"\x2a" + bytes([len(summary)]) + summary

    def masked(part):
        crc = crc32c(part)
        return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)
    length = struct.pack("<Q", len(data))
    return length + masked(length) + data + masked(data)


def test_every_form_of_log_says_the_same(tmp_path):
    run = points(simulated(tmp_path / "run.csv"))
    rows = [{"step": round(x / 150), "acc": y} for x, y in run]
    forms = {
        "csv": "step,acc\n" + "".join(f"{row['step']},{row['acc']}\n" for row in rows),
        "jsonl": "".join(json.dumps(row) + "\n" for row in rows),
        "verl.jsonl": "".join(json.dumps({"step": row["step"], "data": {"acc": row["acc"]}}) + "\n" for row in rows),
        "trainer_state.json": json.dumps({"log_history": rows, "best": None}, indent=1),
        "list.json": json.dumps(rows),
        "verl.log": "".join(f"(TaskRunner pid=1) step:{row['step']} - loss:0.1 - acc:{row['acc']!r}\n" for row in rows),
    }
    said = set()
    for name, text in forms.items():
        (tmp_path / name).write_text(text)
        said.add(fit(tmp_path / name, "--x", "step", "--x-scale", 150, "--y", "acc", "--r0", 0.3).stdout)
    assert len(said) == 1, said
    events = tmp_path / "events.out.tfevents.1.host"
    events.write_bytes(b"".join(event(row["step"], "acc", row["acc"]) for row in rows))
    found = json.loads(fit(events, "--x", "step", "--x-scale", 150, "--y", "acc", "--r0", 0.3, "--json").stdout)
    assert abs(found["A"]["value"] - 0.61) < 0.01


@pytest.mark.parametrize("arguments, expected", [
    (["--y", "reward", "--r0", "0.3"], "--x: name the column of compute"),
    (["--x", "compute", "--r0", "0.3"], "--y: name the column"),
    (["--x", "compute", "--y", "reward"], "--r0: give the reward before training"),
    (["--x", "compute", "--y", "reward", "--r0", "much"], "--r0: must be a number from 0 to 1"),
    (["--x", "compute", "--y", "rewards", "--r0", "0.3"], "no column 'rewards'; with numbers there are compute, reward"),
    (["--x", "compute", "--y", "compute", "--r0", "0.3"], "scale them by 0.01"),
    (["--x", "compute", "--y", "reward", "--r0", "0.3", "--min", "11900"], "at least 5"),
    (["--x", "compute", "--y", "reward", "--r0", "0.3", "--grid", "paper"], "--grid: there is no grid 'paper'; there are"),
    (["--x", "compute", "--y", "reward", "--r0", "0.9"], "no gain"),
    (["--x", "compute", "--y", "reward", "--r0", "nan"], "--r0: must be a number from 0 to 1"),
    (["--x", "compute", "--y", "reward", "--r0", "0.3", "--forecast", "inf"], "--forecast: must be a finite number"),
])
def test_errors_name_the_option_and_what_helps(tmp_path, arguments, expected):
    run = simulated(tmp_path / "run.csv")
    assert expected in fit(run, *arguments, code=2).stderr


def test_a_file_that_is_not_there(tmp_path):
    assert "nowhere.csv" in fit(tmp_path / "nowhere.csv", *COLUMNS, code=2).stderr


def test_alarms_are_told(tmp_path):
    run = tmp_path / "run.csv"
    rows = points(simulated(tmp_path / "plain.csv"))
    run.write_text("compute,reward,cut\n" + "".join(f"{x},{y},0.12\n" for x, y in rows))
    said = fit(run, *COLUMNS, "--target", 0.7, "--truncation", "cut", code=1)
    assert "alarm: the asymptote is surely below 0.7" in said.stderr
    assert "alarm: 12.0 % of completions are cut off" in said.stderr
    fit(run, *COLUMNS, "--target", 0.6)


def test_a_file_that_grows_is_followed(tmp_path):
    rows = points(simulated(tmp_path / "whole.csv"))
    run = tmp_path / "run.csv"
    process = subprocess.Popen(
        [str(harness.binary()), "fit", str(run), "--x", "compute", "--y", "reward", "--r0", "0.3", "--bootstrap", "0", "--follow",
         "--every-s", "0.1", "--until", str(rows[-1][0])], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        time.sleep(0.3)
        dice = random.Random(1)
        with run.open("w") as out:
            out.write("compute,reward\n")
            for x, y in rows:
                line = f"{x},{y}\n"
                last = x == rows[-1][0]
                cut = line.rindex(".") + 1 if last else dice.randrange(len(line))  # written in two parts
                out.write(line[:cut])
                out.flush()
                time.sleep(0.6 if last else 0.01)  # for several looks at a number that isn't whole
                out.write(line[cut:])
                out.flush()
        said, errors = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    lines = said.splitlines()
    assert len(lines) > 1 and lines[-1].startswith(f"{rows[-1][0]:.0f}: {len(rows)} evaluations, A 0.6")
    assert errors.count("run.csv") <= 3  # that it isn't there yet is said once


def test_following_ends_with_an_interrupt(tmp_path):
    process = subprocess.Popen(
        [str(harness.binary()), "fit", str(simulated(tmp_path / "run.csv")), "--x", "compute", "--y", "reward", "--r0", "0.3", "--follow"],
        stdout=subprocess.PIPE, text=True)
    try:
        assert "evaluations" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE_S) == 130
    finally:
        process.kill()


def test_a_simulation_says_how_well_fits_find_it_again():
    options = [f"--{name}={value}" for name, value in LAW.items()]
    found = json.loads(fit("simulate", *options, "--from", 1500, "--to", 8000, "--every", 150, "--noise", 0.005,
                           "--runs", 50, "--bootstrap", 100, "--json").stdout)
    assert found["runs"] == 50 and found["refused"] == 0
    assert abs(found["A"]["mean_error"]) < 0.01 and 0.8 < found["A"]["profile_covers"] <= 1


@pytest.mark.parametrize("option, value", [
    ("--A", "nan"), ("--B", "inf"), ("--c-mid", "nan"), ("--r0", "0.7"), ("--noise", "inf"), ("--to", "inf"), ("--every", "nan")])
def test_a_simulation_takes_no_law_without_numbers(option, value):
    options = {"--A": 0.61, "--B": 1.92, "--c-mid": 2542, "--r0": 0.3, "--to": 3000, "--every": 150, option: value}
    said = fit("simulate", *(word for pair in options.items() for word in pair), code=2).stderr
    assert option in said and "must be" in said
