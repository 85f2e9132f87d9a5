#include "swe/patch/touched.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/text.h"

namespace assay::swe {
namespace {

constexpr std::string_view kNames[] = {
    // Python: configuration, and what its start loads
    "conftest.py", "pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "pyproject.toml",
    "tox.ini", "setup.cfg", "setup.py", ".coveragerc", "noxfile.py", "sitecustomize.py",
    "usercustomize.py", "manage.py", "runtests.py",
    // Python: modules in the place of the runner
    "pytest.py", "_pytest.py", "unittest.py", "pluggy.py", "iniconfig.py",
    // JavaScript
    "package.json", ".npmrc", ".babelrc", "tsconfig.json", "karma.conf.js", "mocha.opts",
    // Rust, Go
    "build.rs", "Cargo.toml", "rust-toolchain", "rust-toolchain.toml", "go.mod", "go.work",
    // Java
    "pom.xml", "build.xml", "build.gradle", "build.gradle.kts", "settings.gradle",
    "settings.gradle.kts", "gradle.properties", "junit-platform.properties", "gradlew", "mvnw",
    // C and C++
    "CMakeLists.txt", "CTestTestfile.cmake", "CTestCustom.cmake", "CMakePresets.json", "Makefile",
    "GNUmakefile", "makefile",
    // Ruby
    ".rspec", "spec_helper.rb", "rails_helper.rb", "Rakefile", "Gemfile",
    // PHP
    "phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml", "composer.json", "bootstrap.php"};

constexpr std::string_view kBeginnings[] = {"jest.config.",  "vitest.config.", ".mocharc.",
                                            "babel.config.", "jest.setup.",    "vite.config."};

// Folders whose files all do.
constexpr std::string_view kFolders[] = {"_pytest",   "pytest", "unittest",  "pluggy",
                                         "iniconfig", ".cargo", "__mocks__", "node_modules"};
// Folders within them, and what the names of others end with: classes in the place of the runner's,
// and what Python takes for an installed package, which may bring plugins.
constexpr std::string_view kInside[] = {"org/junit/", "junit/framework/", "org/hamcrest/"};
constexpr std::string_view kFolderEnds[] = {".dist-info", ".egg-info"};
// Of files: lines of Python's that import, parts of a CMake build.
constexpr std::string_view kFileEnds[] = {".pth", ".cmake"};

bool Has(std::span<const std::string_view> list, std::string_view what) {
  return std::find(list.begin(), list.end(), what) != list.end();
}

bool EndsWithAny(std::span<const std::string_view> ends, std::string_view what) {
  return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) {
    return what.size() > end.size() && what.substr(what.size() - end.size()) == end;
  });
}

}  // namespace

bool SteersTests(std::string_view path) {
  while (true) {
    for (const std::string_view inside : kInside) {
      if (StartsWith(path, inside)) return true;
    }
    const size_t slash = path.find('/');
    if (slash == std::string_view::npos) break;
    const std::string_view folder = path.substr(0, slash);
    if (Has(kFolders, folder) || EndsWithAny(kFolderEnds, folder)) return true;
    path.remove_prefix(slash + 1);
  }
  return Has(kNames, path) || EndsWithAny(kFileEnds, path) ||
         std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](std::string_view each) { return StartsWith(path, each); });
}

Touched WhatItTouches(const std::vector<FileDiff>& diff, std::span<const std::string> test_files) {
  const std::set<std::string_view> tests(test_files.begin(), test_files.end());
  std::set<std::string_view> seen;
  Touched touched;
  for (const FileDiff& file : diff) {
    for (const std::string* path : {&file.old_path, &file.new_path}) {
      if (path->empty() || !seen.insert(*path).second) continue;
      if (tests.count(*path) > 0) {
        touched.tests.push_back(*path);
      } else if (SteersTests(*path)) {
        touched.runner_files.push_back(*path);
      }
    }
  }
  return touched;
}

}  // namespace assay::swe
