#include "swe/run/controls.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"

namespace assay::swe {
namespace {

// More tell nothing more.
constexpr size_t kMostFiles = 4;
constexpr size_t kMostTests = 16;  // of a file

void ReplaceMark(std::string_view secret, std::string* text) {
  for (size_t at = text->find(kSecretMark); at != std::string::npos;
       at = text->find(kSecretMark, at + secret.size())) {
    text->replace(at, kSecretMark.size(), secret);
  }
}

bool IsIdentifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c >= 0x80; });
}

// A test's place in a module of Python.
struct PythonTest {
  std::string path;   // of the module's file
  std::string owner;  // its class; empty: it is a function
  std::string name;
  // How the parser writes it: what stands before and behind the module, and the module itself.
  std::string before;
  std::string module;
  std::string behind;
};

// "tests/test_x.py::TestC::test_m[1]", or with NameStyle::kR2e "TestC.test_m".
std::optional<PythonTest> OfPytest(std::string_view listed, NameStyle style,
                                   std::span<const std::string> tests) {
  PythonTest test;
  listed = listed.substr(0, listed.find('['));
  std::string_view rest = listed;
  const size_t colons = rest.find("::");
  if (colons != std::string_view::npos) {
    test.path = rest.substr(0, colons);
    rest.remove_prefix(colons + 2);
  } else if (style == NameStyle::kR2e && !tests.empty()) {
    test.path = tests.front();
  } else {
    return std::nullopt;
  }
  const std::string_view joint = colons == std::string_view::npos ? "." : "::";
  if (const size_t end = rest.find(joint); end != std::string_view::npos) {
    test.owner = rest.substr(0, end);
    rest.remove_prefix(end + joint.size());
  }
  test.name = rest;
  test.module = test.path;
  test.behind = (test.owner.empty() ? "" : "::" + test.owner) + "::" + test.name;
  return test;
}

// "test_m (package.test_x.TestC.test_m)", of Python before 3.11 "test_m (package.test_x.TestC)".
std::optional<PythonTest> OfUnittest(std::string_view listed, std::span<const std::string> tests) {
  PythonTest test;
  const size_t open = listed.find(" (");
  if (open == std::string_view::npos || listed.back() != ')') return std::nullopt;
  test.name = listed.substr(0, open);
  std::string_view inside = listed.substr(open + 2, listed.size() - open - 3);
  test.behind = ")";
  const std::string method = "." + test.name;
  if (inside.size() > method.size() && inside.substr(inside.size() - method.size()) == method) {
    test.behind = method + ")";
    inside.remove_suffix(method.size());
  }
  const size_t dot = inside.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  test.owner = inside.substr(dot + 1);
  test.behind = "." + test.owner + test.behind;
  test.module = inside.substr(0, dot);
  test.before = test.name + " (";
  std::string file = "/" + test.module + ".py";
  std::replace(file.begin(), file.end() - 3, '.', '/');
  for (const std::string& path : tests) {
    const std::string whole = "/" + path;
    if (whole.size() >= file.size() && whole.substr(whole.size() - file.size()) == file) {
      test.path = path;
      return test;
    }
  }
  return std::nullopt;
}

// "tests/test_{secret}.py" of "tests/test_x.py": a name that is collected as the other one is.
// Empty: nobody knows one.
std::string SecretPath(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string_view file = std::string_view(path).substr(folder.size());
  constexpr std::string_view kEnd = "_test.py";
  if (StartsWith(file, "test_")) return folder + "test_" + std::string(kSecretMark) + ".py";
  if (file.size() > kEnd.size() && file.substr(file.size() - kEnd.size()) == kEnd) {
    return folder + std::string(kSecretMark) + std::string(kEnd);
  }
  return "";
}

// The module's name, with the file's in its last part.
std::string SecretModule(const PythonTest& test, const std::string& secret_path) {
  if (test.module == test.path) return secret_path;
  const size_t slash = secret_path.rfind('/');
  std::string name = secret_path.substr(slash == std::string::npos ? 0 : slash + 1);
  name.resize(name.size() - std::string_view(".py").size());
  const size_t dot = test.module.rfind('.');
  return dot == std::string::npos ? name : test.module.substr(0, dot + 1) + name;
}

std::string ModuleText(const std::map<std::string, std::vector<std::string>>& by_owner,
                       std::string_view message) {
  std::string text = "import unittest\n";
  for (const auto& [owner, names] : by_owner) {
    const std::string indent = owner.empty() ? "" : "    ";
    text += "\n\n";
    if (!owner.empty()) text += "class " + owner + "(unittest.TestCase):\n";
    for (const std::string& name : names) {
      if (&name != &names.front()) text += owner.empty() ? "\n\n" : "\n";
      text += indent + "def " + name + (owner.empty() ? "():\n" : "(self):\n");
      text += indent + "    raise AssertionError(\"" + std::string(message) + "\")\n";
    }
  }
  return text;
}

bool NamesControls(const std::string& command) {
  if (command.find("{controls}") != std::string::npos) return true;
  return command.find(".py") == std::string::npos && command.find("{tests}") == std::string::npos;
}

// Failing tests of the names in fail_to_pass: beside their files or in the place of them.
std::vector<ControlFile> FailingTests(const RunTask& task, std::span<const std::string> tests,
                                      bool secret) {
  const bool pytest = StartsWith(task.parser->name, "pytest");
  if (!pytest && task.parser->name != "unittest") return {};
  struct Module {
    std::map<std::string, std::vector<std::string>> by_owner;
    std::vector<std::string> listed;
  };
  std::map<std::string, Module> modules;  // by the paths of the files
  for (const std::string& listed : task.tests.fail_to_pass) {
    const auto test =
        pytest ? OfPytest(listed, task.tests.names, tests) : OfUnittest(listed, tests);
    if (!test || !IsIdentifier(test->name) || (!test->owner.empty() && !IsIdentifier(test->owner)))
      continue;
    const std::string path = secret ? SecretPath(test->path) : test->path;
    if (path.empty() || (modules.size() == kMostFiles && modules.count(path) == 0)) continue;
    Module& module = modules[path];
    std::vector<std::string>& names = module.by_owner[test->owner];
    if (module.listed.size() == kMostTests ||
        std::find(names.begin(), names.end(), test->name) != names.end()) {
      continue;
    }
    names.push_back(test->name);
    const std::string in = secret ? SecretModule(*test, path) : test->module;
    module.listed.push_back(test->before + in + test->behind);
  }
  std::vector<ControlFile> made;
  for (auto& [path, module] : modules) {
    made.push_back(
        {{path, ModuleText(module.by_owner, secret ? kSecretMark : "")}, std::move(module.listed)});
  }
  return made;
}

}  // namespace

ControlFile WithSecret(const ControlFile& control, std::string_view secret) {
  ControlFile made = control;
  ReplaceMark(secret, &made.file.path);
  ReplaceMark(secret, &made.file.content);
  for (std::string& test : made.tests) ReplaceMark(secret, &test);
  return made;
}

std::vector<ControlFile> DefaultControls(const RunTask& task, std::span<const std::string> tests) {
  if (!NamesControls(task.command)) return {};
  return FailingTests(task, tests, true);
}

std::vector<ControlFile> DefaultDecoys(const RunTask& task, std::span<const std::string> tests) {
  return FailingTests(task, tests, false);
}

}  // namespace assay::swe
