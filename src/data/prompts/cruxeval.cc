#include "data/prompts/cruxeval.h"

namespace assay {
namespace {

constexpr std::string_view kPhind =
    R"prompt(Based on the given Python code, which may contain errors, complete the assert statement with the output when executing the code on the given test case. Do NOT output any extra information, even if the function is incorrect or incomplete. Output "# done" after the assertion.

def f(n):
    return n
assert f(17) == 17 # done

def f(s):
    return s + "a"
assert f("x9j") == "x9ja" # done

{code}
assert f({test_input}) ==)prompt";

constexpr std::string_view kOutputReasoning =
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
{code}
assert f({test_input}) == ??
[/PYTHON]
[THOUGHT]
)prompt";

constexpr std::string_view kOutput =
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
{code}
assert f({test_input}) == ??
[/PYTHON]
[ANSWER]
)prompt";

constexpr std::string_view kInput =
    R"prompt(You will be given a function f and an output in the form f(??) == output. Find any input such that executing f on the input leads to the given output. There may be multiple answers, but you should only output one. In [ANSWER] and [/ANSWER] tags, complete the assertion with one such input that will produce the output when executing the function.

[PYTHON]
def f(my_list):
    count = 0
    for i in my_list:
        if len(i) % 2 == 0:
            count += 1
    return count
assert f(??) == 3
[/PYTHON]
[ANSWER]
assert f(["mq", "px", "zy"]) == 3
[/ANSWER]

[PYTHON]
def f(s1, s2):
    return s1 + s2
assert f(??) == "banana"
[/PYTHON]
[ANSWER]
assert f("ba", "nana") == "banana"
[/ANSWER]

[PYTHON]
{code}
assert f(??) == {expected_output}
[/PYTHON]
[ANSWER]
)prompt";

constexpr std::string_view kInputReasoning =
    R"prompt(You will be given a function f and an output in the form f(??) == output. Your task is to find any input such that executing f on the input leads to the given output. There may be multiple answers, but only output one. First, think step by step. You MUST surround the answer with [ANSWER] and [/ANSWER] tags. Express your answer as a passing assertion containing the input and the given output.

[PYTHON]
def f(x):
    return x + 1
assert f(??) == 17
[/PYTHON]
[THOUGHT]
To find an input such that executing f on the input leads to the given output, we can work backwards from the given assertion. We know that f(??) == 17. 

Since the function f(x) returns x + 1, for f(??) to be equal to 17, the value of ?? should be 16. 
[/THOUGHT]
[ANSWER]
assert f(16) == 17
[/ANSWER]

[PYTHON]
{code}
assert f(??) == {expected_output}
[/PYTHON]
[THOUGHT]
)prompt";

constexpr std::string_view kXInput =
    R"prompt(You will be given a {language} function f and a check function, where you only know the output of the test case. Find any input such that executing f on the input leads to the given output. There may be multiple answers, but you should only output one. Think step by step before arriving at an answer. Finally, surround the answer, with no additional words, with [ANSWER] and [/ANSWER] tags. Express your answer as a function call that when executed will give the output. 
    Make Sure The answer is WRAPPED in the format: [ANSWER] <your answer> [/ANSWER].

```{language}
{code}
```
)prompt";

constexpr std::string_view kXOutput =
    R"prompt(Based on the given code, which may contain errors, complete the "????" in assert statement with the output when executing the {language} code on the given test case. Do NOT output any extra information, even if the function is incorrect or incomplete. Do NOT output a description for the assert.
    Make Sure The answer is WRAPPED in the format: [ANSWER] <your answer> [/ANSWER].

```{language}
{code}
```
)prompt";

// Puts values where {name} stands, in one pass: values may hold braces.
std::string FillIn(std::string_view pattern, std::string_view name, std::string_view value,
                   std::string_view code) {
  std::string filled;
  for (size_t at = 0; at < pattern.size();) {
    if (pattern.substr(at, 6) == "{code}") {
      filled += code;
      at += 6;
    } else if (pattern[at] == '{' && pattern.substr(at + 1, name.size()) == name) {
      filled += value;
      at += name.size() + 2;
    } else {
      filled += pattern[at++];
    }
  }
  return filled;
}

}  // namespace

std::string CruxEvalInputPrompt(std::string_view code, std::string_view output, bool reasoning) {
  return FillIn(reasoning ? kInputReasoning : kInput, "expected_output", output, code);
}

std::string CruxEvalOutputPrompt(std::string_view code, std::string_view input, bool reasoning,
                                 bool phind) {
  return FillIn(reasoning ? kOutputReasoning : phind ? kPhind : kOutput, "test_input", input, code);
}

std::string CruxEvalXPrompt(std::string_view language, bool input, std::string_view code) {
  return FillIn(input ? kXInput : kXOutput, "language", language, code);
}

}  // namespace assay
