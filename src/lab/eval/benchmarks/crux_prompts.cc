#include "lab/eval/benchmarks/crux_prompts.h"

namespace assay::eval {
namespace {

struct Parts {
  std::string_view before, between, behind;
};

constexpr Parts kOutputDirect = {
    R"prompt(You are given a Python function and an assertion containing an input to the function. Complete the assertion with a literal (no unsimplified expressions, no function calls) containing the output when executing the provided code on the given input, even if the function is incorrect or incomplete. Do NOT output any extra information. Provide the full assertion with the correct output in [ANSWER] and [/ANSWER] tags, following the examples.

[PYTHON]
def f(n):
    return n
assert f(17) == ??
[/PYTHON]
[ANSWER]
assert f(17) == 17
[/ANSWER]

[PYTHON]
def f(s):
    return s + "a"
assert f("x9j") == ??
[/PYTHON]
[ANSWER]
assert f("x9j") == "x9ja"
[/ANSWER]

[PYTHON]
)prompt",
    "\nassert f(", ") == ??\n[/PYTHON]\n[ANSWER]\n"};

constexpr Parts kOutputThought = {
    R"prompt(You are given a Python function and an assertion containing an input to the function. Complete the assertion with a literal (no unsimplified expressions, no function calls) containing the output when executing the provided code on the given input, even if the function is incorrect or incomplete. Do NOT output any extra information. Execute the program step by step before arriving at an answer, and provide the full assertion with the correct output in [ANSWER] and [/ANSWER] tags, following the examples.

[PYTHON]
def f(s):
    s = s + s
    return "b" + s + "a"
assert f("hi") == ??
[/PYTHON]
[THOUGHT]
Let's execute the code step by step:

1. The function f is defined, which takes a single argument s.
2. The function is called with the argument "hi", so within the function, s is initially "hi".
3. Inside the function, s is concatenated with itself, so s becomes "hihi".
4. The function then returns a new string that starts with "b", followed by the value of s (which is now "hihi"), and ends with "a".
5. The return value of the function is therefore "bhihia".
[/THOUGHT]
[ANSWER]
assert f("hi") == "bhihia"
[/ANSWER]

[PYTHON]
)prompt",
    "\nassert f(", ") == ??\n[/PYTHON]\n[THOUGHT]\n"};

constexpr Parts kInputDirect = {
    R"prompt(You will be given a function f and an output in the form f(?)prompt"
    R"prompt(?) == output. Find any input such that executing f on the input leads to the given output. There may be multiple answers, but you should only output one. In [ANSWER] and [/ANSWER] tags, complete the assertion with one such input that will produce the output when executing the function.

[PYTHON]
def f(my_list):
    count = 0
    for i in my_list:
        if len(i) % 2 == 0:
            count += 1
    return count
assert f(?)prompt"
    R"prompt(?) == 3
[/PYTHON]
[ANSWER]
assert f(["mq", "px", "zy"]) == 3
[/ANSWER]

[PYTHON]
def f(s1, s2):
    return s1 + s2
assert f(?)prompt"
    R"prompt(?) == "banana"
[/PYTHON]
[ANSWER]
assert f("ba", "nana") == "banana"
[/ANSWER]

[PYTHON]
)prompt",
    "\nassert f(?"
    "?) == ",
    "\n[/PYTHON]\n[ANSWER]\n"};

constexpr Parts kInputThought = {
    R"prompt(You will be given a function f and an output in the form f(?)prompt"
    R"prompt(?) == output. Your task is to find any input such that executing f on the input leads to the given output. There may be multiple answers, but only output one. First, think step by step. You MUST surround the answer with [ANSWER] and [/ANSWER] tags. Express your answer as a passing assertion containing the input and the given output.

[PYTHON]
def f(x):
    return x + 1
assert f(?)prompt"
    R"prompt(?) == 17
[/PYTHON]
[THOUGHT]
To find an input such that executing f on the input leads to the given output, we can work backwards from the given assertion. We know that f(?)prompt"
    R"prompt(?) == 17. 

Since the function f(x) returns x + 1, for f(?)prompt"
    R"prompt(?) to be equal to 17, the value of ?? should be 16. 
[/THOUGHT]
[ANSWER]
assert f(16) == 17
[/ANSWER]

[PYTHON]
)prompt",
    "\nassert f(?"
    "?) == ",
    "\n[/PYTHON]\n[THOUGHT]\n"};

const Parts& PartsOf(CruxSide asked, bool chain_of_thought) {
  if (asked == CruxSide::kOutput) return chain_of_thought ? kOutputThought : kOutputDirect;
  return chain_of_thought ? kInputThought : kInputDirect;
}

}  // namespace

std::string CruxPrompt(CruxSide asked, bool chain_of_thought, std::string_view code,
                       std::string_view given) {
  const Parts& parts = PartsOf(asked, chain_of_thought);
  std::string prompt(parts.before);
  prompt.append(code).append(parts.between).append(given).append(parts.behind);
  return prompt;
}

}  // namespace assay::eval
