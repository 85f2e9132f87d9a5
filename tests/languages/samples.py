"""Small programs in every language: for each what it is to get.

A `sum` reads two whole numbers and prints their sum; `crash` ends by an error of its own, `broken` can't be
read or compiled, `hang` never ends. Languages that only run tests have `passing` and `failing` in place of `sum`.
"""

import dataclasses

from . import more_samples


@dataclasses.dataclass(frozen=True)
class Samples:
    sum: str
    crash: str
    broken: str
    hang: str
    compiled: bool = False  # `broken` is a compile error; else it is one of the run


@dataclasses.dataclass(frozen=True)
class TestSamples:
    __test__ = False
    passing: str
    failing: str
    broken: str


PROGRAMS = {
    "lua": Samples(
        sum="local a, b = io.read('n', 'n')\nprint(a + b)\n",
        crash="local t = nil\nprint(t.x)\n", broken="print('x'\n", hang="while true do end\n"),
    "perl": Samples(
        sum="my ($a, $b) = split ' ', <STDIN>;\nprint $a + $b, \"\\n\";\n",
        crash="die 'no';\n", broken="print 'x\n", hang="1 while 1;\n"),
    "ruby": Samples(
        sum="puts gets.split.sum(&:to_i)\n", crash="nil.length\n", broken="puts ('x'\n", hang="loop {}\n"),
    "php": Samples(
        sum="[$a, $b] = explode(' ', trim(fgets(STDIN)));\necho $a + $b, \"\\n\";\n",
        crash="<?php\necho intdiv(1, 0);\n", broken="<?php echo 1 echo;\n", hang="<?php while (true) {}\n"),
    "R": Samples(
        sum="x <- scan(file('stdin'), quiet = TRUE)\ncat(sum(x), '\\n')\n",
        crash="stop('no')\n", broken="cat('x'\n", hang="while (TRUE) {}\n"),
    "racket": Samples(
        sum="#lang racket\n(displayln (+ (read) (read)))\n", crash="#lang racket\n(car '())\n",
        broken="#lang racket\n(displayln 1\n", hang="#lang racket\n(let loop () (loop))\n"),
    "typescript": Samples(
        sum="import * as fs from 'fs';\nconst [a, b]: number[] = fs.readFileSync(0, 'utf8').split(' ').map(Number);\n"
            "const wrong: string = 1;\nconsole.log(a + b);\n",
        crash="throw new Error('no');\n", broken="const x: = 1;\n", hang="for (;;) {}\n", compiled=True),
    "tsc": Samples(
        sum="declare var require: any;\nconst [a, b]: number[] = require('fs').readFileSync(0, 'utf8').split(' ')"
            ".map(Number);\nconsole.log(a + b);\n",
        crash="throw new Error('no');\n", broken="const wrong: string = 1;\nconsole.log(3);\n", hang="for (;;) {}\n",
        compiled=True),
    "go": Samples(
        sum="package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n"
            "\tfmt.Println(a + b)\n}\n",
        crash="package main\n\nfunc main() { var m map[string]int; m[\"x\"] = 1 }\n",
        broken="package main\n\nimport \"os\"\n\nfunc main() {}\n",
        hang="package main\n\nfunc main() { for { } }\n", compiled=True),
    "rust": Samples(
        sum="use std::io::Read;\n\nfn main() {\n    let mut text = String::new();\n"
            "    std::io::stdin().read_to_string(&mut text).unwrap();\n"
            "    let total: i64 = text.split_whitespace().map(|w| w.parse::<i64>().unwrap()).sum();\n"
            "    println!(\"{}\", total);\n}\n",
        crash="fn main() { let n: i32 = std::env::args().count() as i32 + i32::MAX; println!(\"{}\", n); }\n",
        broken="fn main() { let x: i32 = \"x\"; }\n", hang="fn main() { loop {} }\n", compiled=True),
    "d": Samples(
        sum="import std.stdio;\nvoid main() { int a, b; readf(\" %d %d\", a, b); writeln(a + b); }\n",
        crash="void main(string[] words) { words[words.length] = null; }\n",
        broken="void main() { int x = \"x\"; }\n", hang="void main() { while (true) {} }\n", compiled=True),
}

TEST_RUNNERS = {
    "go_test": TestSamples(
        passing="package main\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {}\n",
        failing="package main\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) { t.Error(\"no\") }\n",
        broken="package main\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) { x := 1 }\n"),
    "jest": TestSamples(
        passing="import { expect, test } from '@jest/globals';\ntest('sum', () => { expect(1 + 1 as number).toBe(2); });\n",
        failing="test('sum', () => { expect(1 + 1).toBe(3); });\n",
        broken="test('sum', () => {\n"),
    "D_ut": TestSamples(
        passing="int two() { return 2; }\nunittest { assert(two() == 2); }\nvoid main() {}\n",
        failing="int two() { return 2; }\nunittest { assert(two() == 3); }\nvoid main() {}\n",
        broken="unittest { assert(two() == 3); }\nvoid main() {}\n"),
}

PROGRAMS.update({name: Samples(**fields) for name, fields in more_samples.PROGRAMS.items()})
TEST_RUNNERS.update({name: TestSamples(**fields) for name, fields in more_samples.TEST_RUNNERS.items()})
