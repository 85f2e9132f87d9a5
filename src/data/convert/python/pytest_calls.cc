// A map: words of lines; imports of the candidate; parameters and what fills them; the file, line
// by line, and the calls.

#include "data/convert/python/pytest_calls.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "base/text.h"
#include "pytest_calls_embedded.h"

namespace assay {
namespace {

bool IsWord(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::string_view FirstWord(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && IsWord(text[end])) ++end;
  return text.substr(0, end);
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

size_t Indent(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// What stands between commas, without white space; nothing of empty pieces.
std::vector<std::string_view> Pieces(std::string_view text) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view piece = TrimAsciiSpace(text.substr(0, comma));
    if (!piece.empty()) pieces.push_back(piece);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return pieces;
}

// Whether the words of a statement import the candidate's module, "solution".
bool ImportsSolution(std::string_view line) {
  const std::string_view text = TrimAsciiSpace(line);
  if (!StartsWith(text, "import ")) return false;
  const auto modules = Pieces(text.substr(7));
  return std::any_of(modules.begin(), modules.end(),
                     [](std::string_view module) { return FirstWord(module) == "solution"; });
}

// The names between quotes of what stands after "parametrize(", up to its values.
std::vector<std::string> ParametrizedNames(std::string_view decorator) {
  std::vector<std::string> names;
  size_t at = decorator.find("parametrize(");
  if (at == decorator.npos) return names;
  at = decorator.find_first_not_of(" \t\n", at + 12);
  if (at == decorator.npos) return names;
  const bool listed = decorator[at] == '(' || decorator[at] == '[';
  const size_t end = listed ? decorator.find(decorator[at] == '(' ? ')' : ']', at)
                            : decorator.find(decorator[at], at + 1);
  if (end == decorator.npos) return names;
  for (const std::string_view piece : Pieces(decorator.substr(at + 1, end - at - 1))) {
    std::string name;
    for (const char c : piece) {
      if (IsWord(c)) name += c;
    }
    names.push_back(name);
  }
  return names;
}

// A function of the test file, or a method.
struct TestFunction {
  std::string name;
  std::string owner;  // its class; empty: none
  bool of_unittest = false;
  bool parametrized = false;
};

class PytestFile {
 public:
  explicit PytestFile(std::string_view text) : rest_(text) {}

  PytestProgram Read() {
    for (const std::string_view word : {"pytest.fixture", "@fixture", "setUpClass"}) {
      if (Contains(rest_, word))
        Fault("uses " + std::string(word) + ", for which there must be pytest");
    }
    while (!rest_.empty() && program_.fault.empty()) Line(NextLine());
    if (program_.fault.empty() && functions_.empty())
      Fault("has no function whose name begins with 'test'");
    if (!program_.fault.empty()) return std::move(program_);
    if (std::any_of(functions_.begin(), functions_.end(),
                    [](const TestFunction& function) { return function.parametrized; })) {
      program_.code += Embedded_pytest_calls_py();
    }
    program_.code += "\n";
    for (const TestFunction& function : functions_) Call(function);
    return std::move(program_);
  }

 private:
  void Fault(std::string what) {
    if (program_.fault.empty()) program_.fault = std::move(what);
  }

  // With its line feed.
  std::string_view NextLine() {
    const size_t end = std::min(rest_.find('\n'), rest_.size() - 1) + 1;
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return line;
  }

  void Line(std::string_view line) {
    const std::string_view words = TrimAsciiSpace(line);
    const size_t indent = Indent(line);
    if (words.empty() || words[0] == '#') {
      program_.code += line;
      return;
    }
    if (StartsWith(words, "from solution import") || StartsWith(words, "from .solution import")) {
      return Imports(line);
    }
    if (ImportsSolution(line)) {
      return Fault("imports the module 'solution': known is 'from solution import NAME'");
    }
    if (indent == 0 && StartsWith(words, "if __name__")) return PassOverBlock();
    if (indent == 0) class_.clear();
    if (words[0] == '@' || in_decorator_) return Decorator(line, words);
    if (indent == 0 && StartsWith(words, "class ")) return Class(line, words);
    if (StartsWith(words, "def test") || StartsWith(words, "async def test")) {
      return Function(line, words, indent);
    }
    decorators_.clear();
    if (StartsWith(words, "def setup") || StartsWith(words, "def teardown")) {
      const std::string_view name = FirstWord(words.substr(4));
      if (name == "setup_method" && !class_.empty()) {
        setups_[class_] = Contains(words, ",") ? "(None)" : "()";
      } else if (StartsWith(name, "setup_") || StartsWith(name, "teardown_") || name == "setup") {
        Fault("has " + std::string(name) + ", for which there must be pytest");
      }
    }
    program_.code += line;
  }

  void PassOverBlock() {
    while (!rest_.empty()) {
      const std::string_view line = rest_.substr(0, std::min(rest_.find('\n'), rest_.size()));
      if (!TrimAsciiSpace(line).empty() && Indent(line) == 0) return;
      NextLine();
    }
  }

  // "from solution import a, b as c", or in parentheses over several lines.
  void Imports(std::string_view line) {
    const std::string indent(line.substr(0, Indent(line)));
    std::string names(line.substr(line.find("import") + 6));
    if (Contains(names, "(")) {
      while (!Contains(names, ")") && !rest_.empty()) names += NextLine();
      names = names.substr(names.find('(') + 1);
      names = names.substr(0, names.find(')'));
    }
    names = names.substr(0, names.find('#'));
    // Something has to stand where the statement stood.
    bool bound = false;
    for (const std::string_view piece : Pieces(names)) {
      const std::string_view name = FirstWord(piece);
      if (name.empty()) continue;  // "*"
      program_.names.emplace_back(name);
      const size_t as = piece.find(" as ");
      if (as == piece.npos) continue;
      const std::string_view local = FirstWord(TrimAsciiSpace(piece.substr(as + 4)));
      if (local == name) continue;
      program_.code.append(indent).append(local).append(" = ").append(name).append("\n");
      bound = true;
    }
    if (!bound && !indent.empty()) program_.code += indent + "pass\n";
  }

  void Decorator(std::string_view line, std::string_view words) {
    if (words[0] == '@' && !in_decorator_) depth_ = 0;
    decorators_ += line;
    program_.code += line;
    for (const char c : line) {
      if (c == '(' || c == '[' || c == '{') ++depth_;
      if (c == ')' || c == ']' || c == '}') --depth_;
    }
    in_decorator_ = depth_ > 0;
  }

  void Class(std::string_view line, std::string_view words) {
    const std::string_view name = FirstWord(words.substr(6));
    of_unittest_ = Contains(words, "TestCase");
    class_ = of_unittest_ || StartsWith(name, "Test") ? std::string(name) : std::string();
    if (!class_.empty() && !decorators_.empty()) Fault("has a test class with a decorator");
    decorators_.clear();
    program_.code += line;
  }

  void Function(std::string_view line, std::string_view words, size_t indent) {
    const std::string decorators = std::move(decorators_);
    decorators_.clear();
    program_.code += line;
    if (indent > 0 && class_.empty()) return Fault("has test functions outside of test classes");
    if (StartsWith(words, "async")) return Fault("has test functions that are asynchronous");
    std::string_view rest = words.substr(4);
    TestFunction function;
    function.name = FirstWord(rest);
    if (indent > 0) {
      function.owner = class_;
      function.of_unittest = of_unittest_;
    }
    if (Contains(decorators, "skip") || Contains(decorators, "xfail")) return;
    std::vector<std::string> filled;
    for (size_t at = 0; (at = decorators.find("parametrize(", at)) != std::string::npos; ++at) {
      for (std::string& name : ParametrizedNames(std::string_view(decorators).substr(at))) {
        filled.push_back(std::move(name));
      }
      function.parametrized = true;
    }
    const size_t open = rest.find('('), close = rest.rfind(')');
    if (open == rest.npos || close == rest.npos) {
      return Fault("has a test function whose parameters take several lines");
    }
    for (const std::string_view parameter : Pieces(rest.substr(open + 1, close - open - 1))) {
      const std::string_view name = FirstWord(parameter);
      if (name == "self" || Contains(parameter, "=")) continue;
      if (std::find(filled.begin(), filled.end(), name) == filled.end()) {
        return Fault("has a test function with the fixture '" + std::string(name) +
                     "', for which there must be pytest");
      }
    }
    functions_.push_back(std::move(function));
  }

  void Call(const TestFunction& function) {
    if (function.of_unittest) {
      program_.code += function.owner + "(\"" + function.name + "\").debug()\n";
      return;
    }
    const std::string made = function.owner.empty() ? "" : "_assay_test";
    if (!made.empty()) {
      program_.code += made + " = " + function.owner + "()\n";
      const auto setup = setups_.find(function.owner);
      if (setup != setups_.end()) program_.code += made + ".setup_method" + setup->second + "\n";
    }
    const std::string call = made.empty() ? function.name : made + "." + function.name;
    if (function.parametrized) {
      program_.code +=
          "for _assay_case in _assay_cases(" + call + "):\n    " + call + "(**_assay_case)\n";
    } else {
      program_.code += call + "()\n";
    }
  }

  std::string_view rest_;
  PytestProgram program_;
  std::vector<TestFunction> functions_;
  std::map<std::string, std::string> setups_;  // of classes: arguments of their setup_method
  std::string class_;                          // that the lines are in; empty: none that has tests
  bool of_unittest_ = false;
  std::string decorators_;  // since the last other line
  bool in_decorator_ = false;
  int depth_ = 0;
};

}  // namespace

PytestProgram PytestAsAsserts(std::string_view tests) {
  return PytestFile(tests).Read();
}

}  // namespace assay
