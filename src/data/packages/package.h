// ProblemPackage: a problem package of the ICPC or Kattis formats: its limits, tests, output
// validator, and the submissions with what their authors expect of them. Plain values;
// load_package.h reads one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/problem.h"

namespace assay {

enum class PackageFormat { kLegacy, k2023 };  // the latter and its successors

// Of the text formats' limits, with the formats' defaults.
struct PackageLimits {
  std::optional<double> time_limit_s;  // what the package says, if it does
  // Where it doesn't: the slowest accepted submission times this, rounded (see time_limit.h).
  double time_multiplier = 5;
  double time_resolution_s = 1;
  // A submission is too slow for certain beyond the limit times this.
  double time_safety_margin = 2;
  int64_t memory_mb = 2048;
  int64_t output_mb = 64;
};

struct PackageSubmission {
  std::string path;    // below submissions/: "accepted/ana.cpp", or a folder
  std::string folder;  // "accepted"
  // By path in the program's folder. A single file has one entry.
  std::map<std::string, BlobPtr> files;
};

struct ProblemPackage {
  std::string name;
  PackageFormat format = PackageFormat::kLegacy;
  bool scoring = false;
  bool interactive = false;
  int passes = 1;
  PackageLimits limits;
  // Of the default validator, or the arguments of the package's own.
  std::vector<std::string> validator_flags;
  // By path below its folder; empty: the default validator judges.
  std::map<std::string, BlobPtr> validator;
  // Programs that tell whether an input is valid, in the same way. Descriptions in languages of
  // their own may be among them.
  std::vector<std::map<std::string, BlobPtr>> input_validators;
  std::vector<TestCase> tests;  // samples first, then by name; ids are "secret/group1/03"
  std::vector<PackageSubmission> submissions;
};

}  // namespace assay
