"""libassay_math.so as a Python program uses it: ctypes, many threads, none of them special."""

import ctypes
import locale
import os
import re
import subprocess
import sys
import threading

import pytest

LIBRARY = os.environ.get("ASSAY_MATH_LIB", "")
pytestmark = pytest.mark.skipif(not os.path.exists(LIBRARY), reason="ASSAY_MATH_LIB is not set")

OK, INVALID_ARGUMENT, UNKNOWN_PROFILE = 0, 1, 2
CORRECT, INCORRECT, UNPARSEABLE, UNDECIDED = range(4)


class Result(ctypes.Structure):
    _fields_ = [
        ("abi_version", ctypes.c_uint32),
        ("verdict", ctypes.c_int32),
        ("verdict_name", ctypes.c_char_p),
        ("reason", ctypes.c_char_p),
        ("rule", ctypes.c_char_p),
        ("extraction_rule", ctypes.c_char_p),
        ("answer", ctypes.c_char_p),
        ("gold_answer", ctypes.c_char_p),
        ("answer_normal", ctypes.c_char_p),
        ("gold_normal", ctypes.c_char_p),
        ("answer_offset", ctypes.c_size_t),
        ("answer_length", ctypes.c_size_t),
        ("work_used", ctypes.c_int64),
    ]


@pytest.fixture(scope="module")
def library():
    loaded = ctypes.CDLL(LIBRARY)
    loaded.assay_math_abi_version.restype = ctypes.c_uint32
    loaded.assay_math_rules_version.restype = ctypes.c_char_p
    loaded.assay_math_verify.restype = ctypes.c_int
    loaded.assay_math_verify.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t,
        ctypes.c_char_p, ctypes.POINTER(ctypes.POINTER(Result)),
    ]
    loaded.assay_math_free.argtypes = [ctypes.POINTER(Result)]
    loaded.assay_math_free.restype = None
    loaded.assay_math_profile_name.argtypes = [ctypes.c_size_t]
    loaded.assay_math_profile_name.restype = ctypes.c_char_p
    loaded.assay_math_release_thread.restype = None
    return loaded


def verify(library, gold, response, profile=None):
    gold, response = gold.encode(), response.encode()
    result = ctypes.POINTER(Result)()
    status = library.assay_math_verify(gold, len(gold), response, len(response),
                                       profile and profile.encode(), ctypes.byref(result))
    if status != OK:
        assert not result
        return status, None
    values = {name: getattr(result.contents, name) for name, _ in Result._fields_}
    library.assay_math_free(result)
    return status, values


def test_versions_match_the_header(library):
    header = os.path.join(os.path.dirname(__file__), "../../src/math/abi/assay_math.h")
    with open(header, encoding="utf-8") as file:
        assert f"#define ASSAY_MATH_ABI_VERSION {library.assay_math_abi_version()}\n" in file.read()
    assert library.assay_math_rules_version()


def test_verdicts_and_fields(library):
    text = "Work. <think>x</think> So $\\boxed{0.5}$."
    status, result = verify(library, "\\frac{1}{2}", text)
    assert status == OK
    assert result["verdict"] == CORRECT and result["verdict_name"] == b"correct"
    assert result["answer"] == b"0.5" and result["gold_answer"] == b"\\frac{1}{2}"
    assert result["extraction_rule"] == b"boxed"
    begin = result["answer_offset"]
    assert text[begin:begin + result["answer_length"]] == "\\boxed{0.5}"
    assert verify(library, "3", "\\boxed{4}")[1]["verdict"] == INCORRECT
    nothing = verify(library, "3", "I really could not say what it is.")[1]
    assert nothing["verdict"] == UNPARSEABLE and nothing["reason"] == b"no_answer"


def test_profiles(library):
    names = []
    while (name := library.assay_math_profile_name(len(names))) is not None:
        names.append(name.decode())
    assert names[0] == "assay" and "acereason" in names
    for name in names:
        assert verify(library, "5", "</think> Answer: \\boxed{5}", name)[0] == OK
    assert verify(library, "5", "\\boxed{5}", "acereason")[1]["reason"] == b"no_think_end"
    assert verify(library, "5", "5", "no such profile")[0] == UNKNOWN_PROFILE


def test_bad_arguments_are_refused(library):
    result = ctypes.POINTER(Result)()
    assert library.assay_math_verify(None, 3, b"5", 1, None,
                                     ctypes.byref(result)) == INVALID_ARGUMENT
    assert library.assay_math_verify(b"5", 1, b"5", 1, None, None) == INVALID_ARGUMENT
    assert library.assay_math_verify(None, 0, None, 0, None, ctypes.byref(result)) == OK
    assert result.contents.verdict == UNPARSEABLE
    library.assay_math_free(result)
    library.assay_math_free(None)


def test_sixteen_threads(library):
    pairs = [("\\frac{1}{2}", "\\boxed{0.5}", CORRECT), ("2", "\\boxed{3}", INCORRECT),
             ("\\sqrt{8}", "$2\\sqrt{2}$", CORRECT), ("(x+1)^2", "x^2+2x+1", CORRECT),
             ("\\{1,2\\}", "\\boxed{2} and \\boxed{1}", CORRECT), ("C", "It is (C).", CORRECT)]
    wrong = []

    def work(start):
        for n in range(300):
            gold, response, verdict = pairs[(start + n) % len(pairs)]
            got = verify(library, gold, response)[1]["verdict"]
            if got != verdict:
                wrong.append((gold, response, got))
        library.assay_math_release_thread()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_verdicts_do_not_depend_on_the_locale(library):
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            continue
        try:
            assert verify(library, "1/4", "\\boxed{0.25}")[1]["verdict"] == CORRECT
        finally:
            locale.setlocale(locale.LC_ALL, "C")


def test_only_the_interface_is_exported():
    listing = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True,
                             text=True, check=True).stdout
    names = {line.split()[-1].split("@")[0] for line in listing.splitlines() if line.strip()}
    assert names == {"assay_math_abi_version", "assay_math_rules_version", "assay_math_verify",
                     "assay_math_free", "assay_math_profile_name", "assay_math_release_thread"}


def test_the_snippet_of_the_documents_works():
    page = os.path.join(os.path.dirname(__file__), "../../docs/math.md")
    with open(page, encoding="utf-8") as file:
        snippet = file.read().partition("```python\nimport ctypes\n")[2].partition("```")[0]
    done = subprocess.run(
        [sys.executable, "-c", "import ctypes\n" + snippet], text=True, capture_output=True,
        env={**os.environ, "LD_LIBRARY_PATH": os.path.dirname(LIBRARY)})
    assert done.stdout == "correct\n", done.stderr
    assert len(snippet.splitlines()) <= 11


def test_the_libraries_it_needs_are_those_that_the_documents_name():
    listed = subprocess.run(["readelf", "-d", LIBRARY], text=True, capture_output=True, check=True)
    needed = set(re.findall(r"Shared library: \[(\w[\w.+-]*)\]", listed.stdout))
    usual = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
    assert needed - usual <= {"libflint.so.17", "libflint-arb.so.2", "libantic.so.0", "libcalcium.so.0",
                              "libmpfr.so.6", "libgmp.so.10", "libcrypto.so.3", "libstdc++.so.6",
                              "libgcc_s.so.1"}
