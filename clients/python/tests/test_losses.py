"""assay.losses: the C library by ctypes, over arrays of several kinds, and its faults."""

import array
import math
import pathlib
import re
import threading

import pytest

import assay
from assay import _find


@pytest.fixture(autouse=True)
def library(binary, monkeypatch):
    path = pathlib.Path(binary).parent / "libassay_rl.so.1"
    if not path.exists():
        pytest.skip("libassay_rl is not built beside the program")
    monkeypatch.setenv("ASSAY_RL_LIBRARY", str(path))


def arrays(**changes):
    """Two rollouts of one prompt, one of three tokens of which one is padding."""
    given = {"logp_train": array.array("f", [-1.0, -1.0, -0.5, -1.0]), "logp_infer": array.array("f", [-1.0, -1.5, -0.5, -1.0]),
             "mask": array.array("B", [1, 1, 1, 0]), "ends": array.array("q", [1, 4]), "groups": array.array("q", [9, 9]),
             "rewards": array.array("d", [1.0, 0.0])}
    given.update(changes)
    return given


def test_numbers_by_hand():
    recipe = assay.losses.recipe("reinforce")
    result = assay.losses.coefficients(recipe, **arrays())
    assert list(result.coefficients) == [-0.25, 0.125, 0.125, 0.0]
    cispo = assay.losses.recipe("minimax", normalise="none", ratio_most=1.25)
    capped = assay.losses.coefficients(cispo, **arrays())
    assert list(capped.coefficients) == pytest.approx([-0.5 / 3, 1.25 * 0.5 / 3, 0.5 / 3, 0], rel=1e-6)
    assert capped.health.clipped_share == pytest.approx(1 / 3)
    assert capped.health.ratio_most == pytest.approx(math.exp(0.5))
    assert capped.health.truncated is None and capped.health.entropy is None


def test_an_outage_changes_nothing_for_the_others():
    recipe = assay.losses.recipe("scalerl", drop_uniform=False)
    plain = assay.losses.coefficients(recipe, **arrays())
    more = arrays(ends=array.array("q", [1, 4, 5]), groups=array.array("q", [9, 9, 9]),
                  rewards=array.array("d", [1.0, 0.0, float("nan")]), counted=array.array("B", [1, 1, 0]))
    for name, value in (("logp_train", -3.0), ("logp_infer", -1.0), ("mask", 1)):
        more[name].append(value)
    masked = assay.losses.coefficients(recipe, **more)
    assert list(masked.coefficients) == [*plain.coefficients, 0.0]
    assert masked.health.masked_rollouts == 1


def test_numpy_is_read_and_written_in_place():
    numpy = pytest.importorskip("numpy")
    given = {name: numpy.frombuffer(value, dtype={"f": "f4", "B": "u1", "q": "i8", "d": "f8"}[value.typecode])
             for name, value in arrays().items()}
    given["mask"] = given["mask"].astype(bool)
    out = numpy.full(4, 7, dtype=numpy.float32)
    result = assay.losses.coefficients(assay.losses.recipe("reinforce"), **given, out=out)
    assert result.coefficients is out and out.tolist() == [-0.25, 0.125, 0.125, 0.0]
    assert isinstance(assay.losses.coefficients(assay.losses.recipe("reinforce"), **given).coefficients, numpy.ndarray)
    given["logp_train"] = given["logp_train"][::-1]
    with pytest.raises(assay.InvalidRequest, match="logp_train: must be flat, one number behind the other"):
        assay.losses.coefficients(assay.losses.recipe("reinforce"), **given)


@pytest.mark.parametrize("changes, words", [
    ({"logp_train": array.array("d", [0.0] * 4)}, "logp_train: must be of float32"),
    ({"logp_infer": array.array("f", [0.0] * 3)}, "logp_infer: has 3 numbers, where 4 are due"),
    ({"mask": [1, 1, 1, 0]}, "mask: must be an array with a buffer"),
    ({"ends": array.array("q", [3, 1])}, "ends: must ascend"),
    ({"rewards": array.array("d", [math.nan, 0.0])}, "rewards: rollout 0 has one that isn't finite"),
    ({"logp_train": array.array("f", [-math.inf] * 4)}, "logp_train: token 0 of rollout 0"),
    ({"rewards": None}, "rewards: is missing"),
])
def test_faults_name_the_array(changes, words):
    with pytest.raises(assay.InvalidRequest, match=re.escape(words)):
        assay.losses.coefficients(assay.losses.recipe("reinforce"), **arrays(**changes))


def test_recipes_are_those_of_papers():
    presets = assay.losses.presets()
    assert {"scalerl", "acereason", "intellect3", "dapo", "magistral", "minimax", "deepseek-grpo", "qwen-dapo"} <= set(presets)
    assert all(source for source in presets.values())
    scalerl = assay.losses.recipe("scalerl")
    assert (scalerl.loss, scalerl.average, scalerl.normalise, scalerl.drop_uniform) == ("cispo", "prompt", "batch", True)
    icepop = assay.losses.recipe("intellect3")
    assert (icepop.ratio_least, icepop.ratio_most, icepop.drop_below) == (0.5, 5.0, 1e-5)
    with pytest.raises(assay.InvalidRequest, match="there is none 'nobody'"):
        assay.losses.recipe("nobody")
    with pytest.raises(assay.InvalidRequest, match="clip: is no field of a recipe"):
        assay.losses.recipe("dapo", clip=1)
    with pytest.raises(assay.InvalidRequest, match="loss: must be one of"):
        assay.losses.coefficients(assay.losses.Recipe(loss="ppo"), **arrays())
    with pytest.raises(assay.InvalidRequest, match="most_tokens: is needed"):
        assay.losses.coefficients(assay.losses.Recipe(average="constant"), **arrays())


def test_threads_may_call_at_the_same_time():
    recipe, results = assay.losses.recipe("dapo"), []
    expected = list(assay.losses.coefficients(recipe, **arrays()).coefficients)

    def work():
        for _ in range(200):
            results.append(list(assay.losses.coefficients(recipe, **arrays()).coefficients) == expected)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(results) == 800 and all(results)


def test_the_header_agrees():
    header = (pathlib.Path(__file__).resolve().parents[3] / "src" / "lab" / "rl" / "abi" / "assay_rl.h").read_text()
    from assay import losses

    for structure, name in ((losses._Recipe, "recipe"), (losses._Batch, "batch"), (losses._Health, "health")):
        body = re.search(rf"typedef struct assay_rl_{name} {{(.*?)}} assay_rl_{name};", header, re.DOTALL)[1]
        body = re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL)
        names = [re.sub(r"\[\d+\]", "", part).split()[-1].lstrip("*") for line in body.split(";") if line.strip()
                 for part in line.split(",")]
        assert names == [field[0] for field in structure._fields_]
    assert list(_find.libraries("x", "ASSAY_RL_LIBRARY"))[0].endswith("libassay_rl.so.1")
