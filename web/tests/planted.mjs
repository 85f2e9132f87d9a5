// Submissions of which a real server's history finds what is wrong by itself: for each kind of finding
// that neither time nor a broken host makes, as few as make it sure.

const stdin = (tests, rest = {}) => ({ mode: "stdin_stdout", tests: tests.map(([input, expected]) => ({ input, expected })), ...rest });
const ADD_ONE = stdin([["1", "2"], ["5", "6"], ["9", "10"]]);
const RIGHT = "print(int(input()) + 1)";
const WRONG = "print(int(input()) - 1)";

// `make` gives the i-th: its code is made another program by a comment, so that none answers for another.
function several(count, run, make) {
  return Array.from({ length: count }, (_, i) => {
    const { code, group, step, ...rest } = make(i);
    return {
      id: `${run}-${i}`, language: "python", code: `${code}\n# ${run} ${i}`, problem: ADD_ONE,
      ...rest, origin: { run, group: String(group), step: step ?? 0, sample: String(i) },
    };
  });
}

const problemOf = (n) => stdin([[`${n}`, `${n + 1}`], [`${n + 7}`, `${n + 8}`]]);

export const PLANTED = {
  problem_all_fail: several(64, "hopeless", (i) => ({
    code: RIGHT, group: i % 8, problem: stdin([["1", "2"], ["5", "6"], ["9", "11"]]),
  })),
  problem_all_pass: several(64, "easy", (i) => ({
    code: RIGHT, group: i % 8, problem: stdin([["2", "3"], ["4", "5"]]),
  })),
  checker_crashes: several(12, "judge", (i) => ({
    code: WRONG, group: i % 3, problem: stdin([["3", "4"]], { checker: { source: "raise RuntimeError('broken')" } }),
  })),
  verdict_flips: several(8, "dice", (i) => ({
    code: "import os\nn = int(input())\nprint(n + os.urandom(1)[0] % 2)", group: i % 4, problem: stdin([["6", "7"]]),
  })).flatMap((one) => Array.from({ length: 4 }, (_, i) => ({ ...one, id: `${one.id}-${i}`, cache: false }))),
  constant_output: several(8, "constant", (i) => ({
    code: "input()\nprint('yes')", group: i % 4, problem: stdin([["11", "yes"], ["13", "yes"], ["17", "yes"]]),
  })),
  pass_without_reading: several(8, "blind", (i) => ({
    code: "print('no')", group: i % 4, problem: stdin([["12", "no"], ["14", "no"], ["18", "no"]]),
  })),
  special_cased_inputs: several(8, "table", (i) => ({
    code: "print({'alphabet': 'a', 'betazoid': 'b', 'gammaray': 'c'}[input()])", group: i % 4,
    problem: stdin([["alphabet", "a"], ["betazoid", "b"], ["gammaray", "c"]]),
  })),
  early_exit: several(10, "quitter", (i) => ({
    code: "import os\nos._exit(0)\ndef f(n):\n    return n", group: i % 4,
    problem: { mode: "function_call", function_name: "f", tests: [{ input: [1], expected: 1 }, { input: [2], expected: 2 }] },
  })),
  groups_without_variance: several(160, "flat", (i) => ({
    code: Math.floor(i / 4) % 2 ? RIGHT : WRONG, group: Math.floor(i / 4), problem: problemOf(100 + (i % 4)),
  })),
  reward_concentrated: [
    ...several(36, "narrow", (i) => ({ code: RIGHT, group: i % 2, problem: problemOf(200 + (i % 2)) })),
    ...several(36, "narrow", (i) => ({ code: WRONG, group: 2 + i, problem: problemOf(210 + i) })),
  ],
  reward_jump: several(240, "leap", (i) => ({
    code: i >= 120 || i % 10 === 0 ? RIGHT : WRONG, group: i % 20, step: Math.floor(i / 20), problem: problemOf(300 + (i % 20)),
  })),
};
