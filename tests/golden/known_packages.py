"""Labels of problem packages that a judge cannot agree with; docs/internals/golden.md has the numbers."""

WRONG_LABEL = "label proven wrong"  # by the package's own tests, whatever the machine
TOOLCHAIN = "label rests on a toolchain"  # the authors' PyPy or C#, which set the time limit
KINDS = (WRONG_LABEL, TOOLCHAIN)

KNOWN = {
    # Deterministic, and right on all recorded tests: at most 41 of the 42 queries that are allowed.
    "mzuenni/diabolicdoofenshmirtz/wrong_answer/julian-randomized-bad.cpp": WRONG_LABEL,
    # Fails the first sample at once, where it had to be too slow or right.
    "karwa2025/secondsinojapanesewar/time_limit_exceeded/alexis_recusion_optimized.cpp": WRONG_LABEL,
    # In wrong_answer, and rejected by a test that rejects its twin in C++. Recorded by its tag,
    # which the formats' tools ignore in that folder.
    "karwa2025/secondsinojapanesewar/wrong_answer/alexis_bfs_no_path_uniqueness.py": WRONG_LABEL,
    # In CPython as fast as two that have to be accepted: no limit tells them apart.
    "karwa2025/secondsinojapanesewar/time_limit_exceeded/christophe_sets_unoptimized.py": TOOLCHAIN,
    # The limit follows from an accepted one in Python, sixty times slower here than that in C++.
    "swerc2025/jewelsbuilding/time_limit_exceeded/n3.cpp": TOOLCHAIN,
    # The limit follows from accepted ones in C++ alone, that in C# not being run.
    "kth2014/radar/wrong_answer/radar_ulf.py": TOOLCHAIN,
    # Too slow in CPython; the limit is for PyPy.
    "mzuenni/alohomoraandcolloportus/accepted/paul.py": TOOLCHAIN,
    # Imports a module of PyPy's.
    "kod2024/proteinsyntes/accepted/bjorn_powtwo.py": TOOLCHAIN,
    # Python 2.
    "problemtools/different/accepted/different_py2.py": TOOLCHAIN,
}


def kind(case_id):
    return KNOWN.get(case_id)
