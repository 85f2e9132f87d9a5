"""What check_wheel.py has a bare system do with the wheel that it has installed. Standard library and assay only."""

import subprocess
import sys

import assay

SUM = "print(sum(map(int, input().split())))\n"
ADD = assay.Problem.stdin_stdout([("1 2\n", "3"), ("5 5\n", "10")])


def math_in_process():
    assert assay.math.equal(r"\frac{1}{2}", r"So the answer is \boxed{0.5}.") is True
    assert assay.math.equal("3", "4") is False
    assert assay.math.equal("", "4") is None
    # The wheel's libraries don't stand in for the system's.
    for first, second in (("import assay; assay.math.equal('1', '1')", "import ssl, hashlib; ssl.create_default_context()"),
                          ("import ssl; ssl.create_default_context()", "import assay; assert assay.math.equal('1', '1')")):
        subprocess.run([sys.executable, "-c", f"{first}; {second}"], check=True)


def a_mixed_batch():
    serving = assay.serve("--slots", "1", "--toolchain-self-test", "off")
    with serving as client:
        info = client.info()
        assert info.version == assay.__version__ and "python" in info.languages, info
        items, right = [], []
        for i in range(64):
            good = i % 3 != 0
            if i % 2:
                items.append(assay.MathAnswer("1/2", r"\boxed{0.5}" if good else r"\boxed{2}"))
            else:
                items.append(assay.Submission(ADD, (SUM if good else "print(0)\n") + f"# {i}\n"))
            right.append(1.0 if good else 0.0)
        assert client.scores(items) == right
        run = client.run_code("import sys; print(sys.version)")
        assert run.ok and run.stdout.split()[0] == sys.version.split()[0], run
        (start,) = [line for line in serving.log if line.startswith("Python programs start: ")]
        print(f"Python {sys.version.split()[0]}, tier {info.tier}, {start}")
        assert start.endswith("forked from a waiting interpreter") == run.raw["tests"][0]["warm"], start
        try:
            client.verify(ADD, "int main() {}", language="cpp")
        except assay.InvalidRequest as error:
            assert error.field == "language" and "install" in str(error), error
        else:
            raise AssertionError("a compiler that isn't there was used")


def no_root_is_told():
    code = ("import os, assay\nos.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
            "try: assay.serve().start()\n"
            "except assay.StartError as error: print(error)\n")
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "not root" in said and "assay doctor" in said, said


for part in (math_in_process, a_mixed_batch, no_root_is_told):
    part()
    print(f"ok: {part.__name__}")
