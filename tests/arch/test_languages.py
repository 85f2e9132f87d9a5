"""A language is one entry in src/langs/entries: nothing else in src/ knows one by its name.

The names and the extensions come from the entries themselves, so a new language is guarded at once.
What may say a name all the same is listed here with the reason.
"""

import pathlib
import re

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
TEST_ENDINGS = ("_test", "_test_util", "_fixture", "_harness")
# The one-letter and two-letter names that mean much else in C++ sources ("C" linkage, "cc" files)
# are looked for only as an extension or by a longer alias.
SHORTEST_NAME = 2
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')

ALLOWED = {
    # file below src/ -> (names, why)
    "api/kernels/interpreter_routes.cc": ({"javascript"}, "a field of E2B's results"),
    "api/kernels/kernel_deps.h": ({"python", "python3"}, "what kernels run, in the protocols' words"),
    "api/kernels/kernel_json.cc": ({"python"}, "a field: the interpreter's version"),
    "api/node/node_routes.cc": ({"node"}, "a field: a server's name among others"),
    "node/node_row.cc": ({"node"}, "the same field"),
    "api/prime/image_ref.cc": ({"python"}, "an image of containers that the host's toolchains stand for"),
    "api/ui/ui_routes.cc": ({".js"}, "a file of the page for browsers, which nobody judges"),
    "apps/cluster/add_verb.cc": ({"node"}, "a machine of a cluster: the argument that names it"),
    "apps/cluster/status_verb.cc": ({"node"}, "the same, as a column and a field"),
    "lab/rl/orchestra/grade/grader.cc": ({"python"}, "what a model is taken to write where its problem says nothing"),
    "math/read/lexer_commands.cc": ({"ex"}, "a unit of length in TeX"),
    "lab/audit/find/judge_solutions.cc": ({"python"}, "what an empty program is in where the problem says nothing"),
    "apps/cli/completion.cc": ({"bash"}, "a shell that completes the command line"),
    "apps/commands/describe_command.cc": ({"shell"}, "the argument that names such a shell"),
    "apps/commands/calibrate_workloads.cc": ({"python"}, "a workload is a program in some language"),
    "apps/sandbox/sandbox_command.cc": ({"shell"}, "the subcommand that opens one in a sandbox"),
    "apps/eval/judging.cc": ({"python"}, "the option of an interpreter that a benchmark needs prepared"),
    "data/convert/row_parts.h": ({"cpp", "python"}, "what rows and their checkers are in when they don't say"),
    "env/check/check.cc": ({"python"}, "a field: the module that an environment has of its own"),
    "env/model/manifest.cc": ({"python", ".py"}, "the same field"),
    "env/roll/tools/tool_box.cc": ({"python3"}, "the program behind a model's tool of that name"),
    "env/roll/tools/tool_table.h": ({"bash", "python"}, "what models know tools by"),
    "history/findings/finding.h": ({"node"}, "a server of several"),
    "history/record_json.cc": ({"node"}, "likewise"),
    "kernels/frames.cc": ({"python"}, "the same field of the kernel's program"),
    "kernels/program.cc": ({"python3"}, "the interpreter that a kernel is"),
    "lab/eval/contests/contest_row.cc": ({"PYTHON3", "python3"}, "what CodeContests calls Python"),
    "lab/eval/contests/contest_sets.cc": ({
        "C++", "c++", "cc", "cpp", "cxx", "py", "python", "python3"
    }, "contests are answered in Python or C++"),
    "lab/eval/contests/drivers.cc": ({"python"}, "harnesses are programs in Python"),
    "lab/eval/contests/livecodebench.cc": ({"py", "python", "python3"}, "a benchmark in Python"),
    "lab/eval/multilang/multipl_languages.cc": ({
        "BASH", "Bash", "C#", "C++", "CPP", "Cpp", "Go", "Java", "Julia", "Lua", "PERL", "PHP", "Perl", "Ruby",
        "Rust", "Scala", "ada", "bash", "c#", "c++", "cc", "clj", "clojure", "cpp", "cs", "csharp", "cxx", "d_ut",
        "elixir", "exs", "go", "go_test", "golang", "haskell", "hs", "java", "javascript", "jl", "js", "julia",
        "lean", "lua", "ml", "node", "nodejs", "ocaml", "perl", "php", "pl", "racket", "rb", "rkt", "rs", "ruby",
        "rust", "scala", "sh", "shell", "swift", "ts", "tsc", "typescript"
    }, "MultiPL-E's languages: what its rows call them, and ours"),
    "lab/eval/multilang/multipl_program.cc": ({
        "bash", "cpp", "d_ut", "go_test", "php", "racket"
    }, "where tests stand in a program of one language"),
    "lab/eval/multilang/text_set_languages.cc": ({
        "c++", "cpp", "csharp", "go", "go_test", "golang", "java", "javascript", "js", "kotlin", "kt", "nodejs",
        "perl", "php", "py", "python", "rb", "ruby", "rust", "scala", "swift", "ts", "typescript"
    }, "the same of HumanEval-X and MBXP"),
    "lab/eval/multilang/text_sets.cc": ({"javascript", "js"}, "two spellings of one language in the rows"),
    "lab/eval/shared/python.h": ({"python", "py", "python3"}, "benchmarks whose problems are in Python"),
    "lab/problems/read/references.cc": ({"cpp", "java", "python"}, "what CodeContests numbers, and what most rows are in"),
    "lab/problems/read/read_problem.cc": ({"cpp"}, "a row as an example"),
    "lab/problems/model/python.h": ({"py", "python", "python3"}, "functions that are called, programs that the lab writes, lists of asserts"),
    "lab/mutate/programs/mutate_program.cc": ({
        "c++", "cc", "cpp", "py", "python", "python3"
    }, "mutation operators are written for some languages"),
    "lab/synth/generate/checker_prompt.cc": ({"c++", "cc", "cpp", "cxx", "py", "python", "python3"},
                                             "what the prompts ask for checkers in"),
    "lab/synth/prove/rulings.cc": ({"python"}, "a program of ours prints the outputs that a judge is tried on"),
    "logic/reasoning/goods_exchange.cc": ({"shell"}, "one of the goods"),
    "logic/reasoning/names.cc": ({"Ada"}, "people of puzzles"),
    "math/lexicon/words.cc": ({"rs"}, "a short word of answers"),
    "model/problem.h": ({"python"}, "what a special judge is in when a request doesn't say: the contract's"),
    "science/chemistry/nuclide.cc": ({"Cu", "Rb", "Hs", "Ts"}, "chemical elements"),
    "science/read/unit_table.cc": ({"Js"}, "joule seconds"),
    "science/read/units.cc": ({"cu"}, "cubic"),
    "sandbox/view/host_files.cc": ({"java", "python3", "nodejs", "perl", "php", "racket"},
                                   "folders of /etc as Debian names them, more than the table has"),
    "swe/logs/json_reports.cc": ({"jest"}, "test frameworks, and the parsers named after them"),
    "swe/logs/junit.cc": ({".py"}, "test frameworks, and the parsers named after them"),
    "swe/logs/registry.cc": ({"go", "jest", "junit", "pytest"}, "test frameworks, and the parsers named after them"),
    "apps/swe/run_verb.cc": ({"python"}, "the one toolchain that is looked for, as none is used"),
    "swe/run/controls.cc": ({"pytest", ".py"}, "test frameworks, and the parsers named after them"),
    "swe/patch/touched.cc": ({"pytest"}, "test frameworks, and the parsers named after them"),
}

# What knows languages by the names that others gave them: beginnings of paths below src/, and why.
OTHERS_NAMES = {
    "api/trainers/piston": "open-r1's package for Piston has names of its own for languages and their standards",
    "api/datasets/": "rows of SandboxFusion's data sets name languages, and its classes have rules for some",
    "grading/extract/freeform": "what those classes drop from a program depends on its language",
}


def names_of_entries(entries):
    """Ids, aliases, common names and extensions that the entries in a folder give themselves."""
    names = set()
    for path in entries.rglob("*.cc"):
        text = path.read_text(encoding="utf-8")
        for field in ("id", "aliases", "common_name", "extensions"):
            for value in re.findall(rf"\.{field} = (\{{[^}}]*\}}|\"[^\"]*\")", text):
                names.update(STRING.findall(value))
    return {name for name in names if len(name) >= SHORTEST_NAME}


def leaks(source_root, allowed):
    """Yields "file:line: name" for each literal outside langs/ that is a language's name."""
    names = names_of_entries(source_root / "langs" / "entries")
    for path in sorted(source_root.rglob("*")):
        relative = path.relative_to(source_root).as_posix()
        if path.suffix not in {".cc", ".h"} or relative.startswith(("langs/", *OTHERS_NAMES)):
            continue
        if path.stem.endswith(TEST_ENDINGS) or path.stem == "testing":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = line.split("//")[0]
            if code.lstrip().startswith("#include"):
                continue
            for literal in STRING.findall(code):
                if literal.lower() in names and literal not in allowed.get(relative, (set(),))[0]:
                    yield f"{relative}:{number}: {literal}"


def test_the_entries_are_read():
    names = names_of_entries(REPOSITORY / "src" / "langs" / "entries")
    assert {"python", "cpp", "nodejs", "javascript", "bash", ".py", ".java", ".c++"} <= names


def test_nothing_outside_the_entries_knows_a_language():
    assert list(leaks(REPOSITORY / "src", ALLOWED)) == []


@pytest.mark.parametrize("file", ALLOWED)
def test_every_exception_is_needed(file):
    text = (REPOSITORY / "src" / file).read_text(encoding="utf-8")
    assert all(f'"{name}"' in text for name in ALLOWED[file][0])


def test_a_leak_is_found(tmp_path):
    entries = tmp_path / "langs" / "entries"
    entries.mkdir(parents=True)
    (entries / "shout.cc").write_text('  return {.id = "shout",\n  .aliases = {"yell"},\n'
                                      '  .extensions = {".shout"},\n')
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "a.cc").write_text('// "shout"\nif (language == "shout") x();\n'
                                           'if (ends == ".shout") y("louder");\n')
    (tmp_path / "api" / "a_test.cc").write_text('f("yell");\n')
    assert list(leaks(tmp_path, {})) == ["api/a.cc:2: shout", "api/a.cc:3: .shout"]
