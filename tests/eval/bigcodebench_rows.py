"""Rows in the published shape of BigCodeBench (its columns and their types), made here: the data set itself is
nobody's to keep in a repository. They use the standard library and numpy, and do what its rows do: mock files,
processes and clocks, expect exceptions, print, draw numbers from seeds.
"""

import json
import textwrap


def row(number, libraries, signature, what, solution, tests, imports=None):
    """`solution` and `tests` are indented as they stand here."""
    imports = imports or "".join(f"import {name}\n" for name in libraries)
    code_prompt = f"{imports}\n{signature}:\n"
    solution = textwrap.indent(textwrap.dedent(solution).strip("\n"), "    ")
    test_imports = "import unittest\nfrom unittest.mock import mock_open, patch\n"
    body = textwrap.indent(textwrap.dedent(tests).strip("\n"), "    ")
    return {
        "task_id": f"BigCodeBench/{number}",
        "complete_prompt": f'{code_prompt}    """\n    {what}\n\n    Requirements:\n'
                           + "".join(f"    - {name}\n" for name in libraries) + '    """\n',
        "instruct_prompt": f"{what}\nYou should write self-contained code starting with:\n```\n{code_prompt}```",
        "canonical_solution": solution,
        "code_prompt": code_prompt,
        "test": f"{test_imports}class TestCases(unittest.TestCase):\n{body}\n",
        "entry_point": "task_func",
        "doc_struct": json.dumps({"description": [what], "notes": [], "params": [], "returns": [],
                                  "reqs": libraries, "raises": [], "examples": []}),
        "libs": str(libraries),
    }


ROWS = [
    row(0, ["collections"], "def task_func(text, most=2)", "The most frequent words of a text.",
        """
        counts = collections.Counter(text.lower().split())
        return [word for word, _ in counts.most_common(most)]
        """,
        """
        def test_two(self):
            self.assertEqual(task_func("a b a c a b"), ["a", "b"])
        def test_none(self):
            self.assertEqual(task_func(""), [])
        """),
    row(1, ["json", "os"], "def task_func(path)", "The sorted keys of a JSON file, which is removed afterwards.",
        """
        with open(path) as stream:
            keys = sorted(json.load(stream))
        os.remove(path)
        return keys
        """,
        """
        @patch("os.remove")
        def test_mocked(self, remove):
            with patch("builtins.open", mock_open(read_data='{"b": 1, "a": 2}')):
                self.assertEqual(task_func("x.json"), ["a", "b"])
            remove.assert_called_once_with("x.json")
        def test_real(self):
            with open("real.json", "w") as stream:
                stream.write('{"k": []}')
            self.assertEqual(task_func("real.json"), ["k"])
            self.assertFalse(os.path.exists("real.json"))
        def test_missing(self):
            with self.assertRaises(FileNotFoundError):
                task_func("nothing.json")
        """),
    row(2, ["subprocess"], "def task_func(words)", "What `echo` prints of the words.",
        """
        done = subprocess.run(["echo", *words], capture_output=True, text=True)
        return done.stdout.strip()
        """,
        """
        def test_echo(self):
            self.assertEqual(task_func(["a", "b"]), "a b")
        def test_nothing(self):
            self.assertEqual(task_func([]), "")
        """),
    row(3, ["random", "statistics"], "def task_func(seed, count)", "The mean of numbers drawn from a seed.",
        """
        if count < 1:
            raise ValueError("count")
        random.seed(seed)
        return statistics.mean(random.randint(1, 6) for _ in range(count))
        """,
        """
        def test_same(self):
            self.assertEqual(task_func(7, 100), task_func(7, 100))
        def test_range(self):
            self.assertTrue(3 < task_func(1, 1000) < 4)
        def test_refuses(self):
            with self.assertRaises(ValueError):
                task_func(1, 0)
        """),
    row(4, ["datetime", "time"], "def task_func(seconds)", "A Unix time as local text.",
        """
        return datetime.datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
        """,
        """
        def test_is_utc(self):
            self.assertEqual(task_func(0), "1970-01-01 00:00")
            self.assertEqual(time.tzname[0], "UTC")
        """),
    row(5, ["csv", "io"], "def task_func(text, column)", "The sum of a column of CSV.",
        """
        return sum(float(row[column]) for row in csv.DictReader(io.StringIO(text)))
        """,
        """
        def test_sum(self):
            self.assertEqual(task_func("a,b\\n1,2\\n3,4\\n", "b"), 6.0)
        def test_no_rows(self):
            self.assertEqual(task_func("a,b\\n", "a"), 0)
        def test_no_column(self):
            self.assertRaises(KeyError, task_func, "a\\n1\\n", "z")
        """),
    row(6, ["zipfile", "os"], "def task_func(files, path)", "Puts texts into a zip file.",
        """
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        return os.path.getsize(path)
        """,
        """
        def setUp(self):
            self.size = task_func({"a.txt": "A", "b.txt": "B"}, "out.zip")
        def tearDown(self):
            os.remove("out.zip")
        def test_size(self):
            self.assertGreater(self.size, 0)
        def test_names(self):
            with zipfile.ZipFile("out.zip") as archive:
                self.assertEqual(sorted(archive.namelist()), ["a.txt", "b.txt"])
        """),
    row(7, ["numpy"], "def task_func(matrix)", "The columns' means, each less the smallest.",
        """
        means = np.asarray(matrix, dtype=float).mean(axis=0)
        return means - means.min()
        """,
        """
        def test_means(self):
            np.testing.assert_allclose(task_func([[1, 2], [3, 6]]), [0, 2])
        def test_one(self):
            self.assertEqual(task_func([[5]]).tolist(), [0.0])
        """, imports="import numpy as np\n"),
    row(8, ["numpy", "itertools"], "def task_func(points)", "The longest distance between two points.",
        """
        return max(float(np.linalg.norm(np.subtract(a, b)))
                   for a, b in itertools.combinations(points, 2))
        """,
        """
        def test_triangle(self):
            self.assertAlmostEqual(task_func([(0, 0), (3, 4), (1, 1)]), 5.0)
        def test_single(self):
            with self.assertRaises(ValueError):
                task_func([(0, 0)])
        """, imports="import itertools\nimport numpy as np\n"),
    row(9, ["hashlib", "base64"], "def task_func(text)", "The SHA-256 of a text, in base64.",
        """
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        """,
        """
        def test_empty(self):
            self.assertEqual(task_func(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        def test_length(self):
            self.assertEqual(len(task_func("x")), 44)
        """),
    row(10, ["sys", "io"], "def task_func(lines)", "Prints lines and gives their number.",
        """
        for line in lines:
            print(line)
        sys.stdout.flush()
        return len(lines)
        """,
        """
        def test_prints(self):
            with patch("sys.stdout", new_callable=io.StringIO) as out:
                self.assertEqual(task_func(["a", "b"]), 2)
            self.assertEqual(out.getvalue(), "a\\nb\\n")
        def test_nothing(self):
            self.assertEqual(task_func([]), 0)
        """),
    row(11, ["os", "signal", "subprocess"], "def task_func(seconds)", "Starts `sleep` and ends it; its exit code.",
        """
        process = subprocess.Popen(["sleep", str(seconds)])
        os.kill(process.pid, signal.SIGTERM)
        return process.wait()
        """,
        """
        def test_ended(self):
            self.assertEqual(task_func(30), -signal.SIGTERM)
        """),
    row(12, ["sqlite3"], "def task_func(numbers)", "The numbers' sum, by way of a database.",
        """
        with sqlite3.connect(":memory:") as database:
            database.execute("CREATE TABLE t (n INTEGER)")
            database.executemany("INSERT INTO t VALUES (?)", [(n,) for n in numbers])
            return database.execute("SELECT COALESCE(SUM(n), 0) FROM t").fetchone()[0]
        """,
        """
        def test_sum(self):
            self.assertEqual(task_func([1, 2, 3]), 6)
        def test_empty(self):
            self.assertEqual(task_func([]), 0)
        """),
    row(13, ["collections", "threading"], "def task_func(count)", "What threads have appended, sorted.",
        """
        seen = collections.deque()
        threads = [threading.Thread(target=seen.append, args=(i,)) for i in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(seen)
        """,
        """
        def test_all(self):
            self.assertEqual(task_func(8), list(range(8)))
        """),
]

# Wants a library that is on no machine.
LACKS = row(90, ["assay_made_up_library"], "def task_func()", "What the library says.",
            """
            return assay_made_up_library.word()
            """,
            """
            def test_word(self):
                self.assertEqual(task_func(), "made up")
            """)


def jsonl(rows):
    return "".join(json.dumps(each) + "\n" for each in rows)
