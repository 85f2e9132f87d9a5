// A problem package in our own terms: its programs by language and main file, its problem as the
// engine takes it. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/packages/package.h"
#include "langs/language.h"
#include "model/problem.h"

namespace assay {

struct PackageProgram {
  std::string language;                  // empty: none of the table, and nothing else is known
  std::string source;                    // of the file it starts with
  std::map<std::string, BlobPtr> files;  // beside that, by path
};

// A program starts with its only file, or main.*, or the first whose language is known.
PackageProgram ProgramOf(const std::vector<LanguageEntry>& languages,
                         std::map<std::string, BlobPtr> files);

// The package's problem with all its tests.
Result<ProblemPtr> ProblemOf(const ProblemPackage& package,
                             const std::vector<LanguageEntry>& languages);

// Those of the input validators whose languages are in the table.
std::vector<PackageProgram> InputValidatorsOf(const ProblemPackage& package,
                                              const std::vector<LanguageEntry>& languages);

}  // namespace assay
