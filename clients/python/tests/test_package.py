"""The package itself: its version, its names, what an import costs."""

import pathlib
import re
import subprocess
import sys

import assay

PACKAGE = pathlib.Path(assay.__file__).resolve().parent
REPOSITORY = PACKAGE.parents[3]


def test_one_release_has_one_number():
    listed = (REPOSITORY / "CMakeLists.txt").read_text(encoding="utf-8")
    assert re.search(r"project\(assay VERSION (\S+)", listed).group(1) == assay.__version__


def test_every_name_can_be_imported():
    for name in assay.__all__:
        assert getattr(assay, name) is not None
    assert (PACKAGE / "py.typed").exists()


def test_an_import_loads_nothing_that_is_not_used():
    code = "import sys, assay; print(*[name for name in ('asyncio', 'http.client', 'httpx', 'ssl') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_client_needs_the_standard_library_only():
    # -S: without the packages that are installed.
    code = "import assay.client, assay.server, assay.math"
    subprocess.run([sys.executable, "-S", "-c", code], cwd=PACKAGE.parent, check=True)


def test_faults_of_items_name_the_field_and_the_way_out():
    client = assay.Client("http://127.0.0.1:1", retries=0)
    cases = [
        ({"problem": {}, "code": "x", "langauge": "c"}, "items[0].langauge: no such field of a submission; there are bundle"),
        ({"code": "x"}, "items[0].problem: Field required"),
        ({"problem": {}}, "items[0].code: give either code or response"),
        ({"problem": {}, "code": "x", "response": "y"}, "items[0].code: give either code or response, not both"),
        ({"gold": "1"}, "items[0].response: Field required"),
        ({"gold": None, "response": "1"}, "items[0].gold: should be a text or a number, not NoneType"),
        ({"problem": "sum", "code": "x"}, "items[0].problem: a text should be the 64 hexadecimal digits"),
        ({"problem": {"tests": [object()]}, "code": "x"}, "items[0].problem: has no JSON form"),
        ({"problem": {"tests": ["\ud800"]}, "code": "x"}, "items[0].problem: has half of a surrogate pair"),
        ({"problem": {}, "code": "x", "limits": {"cpu_time_s": object()}}, "items[0].limits: has no JSON form"),
        (7, "items[0].item: should be a Submission, a MathAnswer or a mapping, not int"),
    ]
    for item, words in cases:
        try:
            list(client.verify_many([item]))
        except assay.InvalidRequest as error:
            assert str(error).startswith(words), str(error)
        else:
            raise AssertionError(f"{item} was taken")


def test_origins_of_an_item_go_before_the_clients():
    ours = assay.Origin(run="r", tenant="t")
    assert assay.Origin(step=3, run="mine").over(ours) == assay.Origin(run="mine", step=3, tenant="t")


def test_a_problem_is_named_by_its_canonical_form():
    one = assay.Problem({"tests": [{"input": "é", "expected": "1"}], "mode": "stdin_stdout"})
    two = assay.Problem({"mode": "stdin_stdout", "tests": [{"expected": "1", "input": "é"}]})
    assert one == two and one.sha256 == two.sha256
    assert one.text == '{"mode":"stdin_stdout","tests":[{"expected":"1","input":"é"}]}'.encode()
