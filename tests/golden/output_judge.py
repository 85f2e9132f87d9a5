"""What a server says about outputs: of programs on tests, and of judges on outputs that are printed as they are."""

import base64
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.client import Client  # noqa: E402

PRINTER = "import shutil, sys\nshutil.copyfileobj(open('printed', 'rb'), sys.stdout.buffer)\n"
PATIENCE_S = 3600
MOST_OF_A_REQUEST = 100


class OutputJudge:
    """Thread-safe."""

    def __init__(self, url):
        self._client = Client(url)

    def outputs_of(self, problem, solutions):
        """Of each solution a list with its output of each test; None where it didn't end well."""
        outputs = []
        for first in range(0, len(solutions), 8):
            submissions = [
                {"language": solution["language"], "code": solution["code"], "stop": "all", "include_output": True,
                 "files": {name: base64.b64encode(text.encode()).decode()
                           for name, text in solution.get("files", {}).items()},
                 "limits": {"cpu_time_s": problem["time_limit_s"], "wall_time_s": 3 * problem["time_limit_s"]},
                 "problem": {"tests": problem["tests"]}} for solution in solutions[first:first + 8]]
            reply = self._client.post("/v1/verify", {"submissions": submissions, "include_output_bytes": 4 << 20},
                                      timeout_s=PATIENCE_S)
            for result in reply.json()["results"]:
                tests = result.get("tests") or [{}] * len(problem["tests"])
                outputs.append([test.get("stdout") if test.get("exit_code") == 0 and not test.get("stdout_truncated")
                                else None for test in tests])
        return outputs

    def rulings(self, problem, checker, outputs):
        """A word for each (test, output): AC, WA, "broke", "gave up", or the verdict of a judge that can't judge. A
        checker without a source is a comparison."""
        checker = {"checker": {**checker, "always": True}} if "source" in checker else {"comparison": checker}
        words = []
        for first in range(0, len(outputs), MOST_OF_A_REQUEST):
            part = outputs[first:first + MOST_OF_A_REQUEST]
            problems = {str(number): {"tests": [problem["tests"][number]], **checker} for number in {test for test, _ in part}}
            submissions = [{"language": "python", "code": PRINTER, "problem": str(test),
                            "files": {"printed": base64.b64encode(text.encode()).decode()}} for test, text in part]
            reply = self._client.post("/v1/verify", {"problems": problems, "submissions": submissions},
                                      timeout_s=PATIENCE_S)
            if reply.status != 200:
                return ["refused"] * len(outputs)
            words += [word_of(result) for result in reply.json()["results"]]
        return words


def word_of(result):
    if result["reason"] == "checker_failed_on_output":
        return "broke"
    if result["reason"] == "checker_failed":
        return "gave up"
    return "WA" if result["verdict"] == "PE" else result["verdict"]
