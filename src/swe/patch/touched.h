// WhatItTouches: what of a patch the grading undoes or has to know of.
//
// Tests come from outside: after the patch, the task's own test files are written over whatever the
// patch made of them, and those it deleted or moved come back. Files that steer a test runner
// aren't replaced, for a right patch may change them; they are reported, so that whoever grades can
// look or refuse. Pure function, thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "swe/patch/diff.h"

namespace assay::swe {

struct Touched {
  // In the order of the patch, each once.
  std::vector<std::string> tests;         // of the task's test files: to be written over
  std::vector<std::string> runner_files;  // conftest.py, package.json, build.rs, …
};

Touched WhatItTouches(const std::vector<FileDiff>& diff, std::span<const std::string> test_files);

// Whether a file of that path can change what a test runner runs or reports: its configuration,
// code that it loads by itself, a build script, or a module that stands in the place of the runner.
bool SteersTests(std::string_view path);

}  // namespace assay::swe
