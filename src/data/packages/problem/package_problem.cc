#include "data/packages/problem/package_problem.h"

#include <memory>
#include <set>

#include "base/text.h"
#include "data/packages/load_package.h"

namespace assay {
namespace {

// The files of a judge's program by their paths in it. A folder of programs may hold one and,
// beside it, files that are none (descriptions of formats): where all sources lie in one folder,
// only what is in that counts.
std::map<std::string, BlobPtr> ProgramIn(const std::map<std::string, BlobPtr>& files,
                                         const std::vector<LanguageEntry>& languages) {
  std::set<std::string> folders;  // of sources; empty: beside all others
  for (const auto& [path, contents] : files) {
    const size_t slash = path.find('/');
    if (LanguageOfFile(languages, path).empty()) continue;
    folders.insert(slash == path.npos ? "" : path.substr(0, slash + 1));
  }
  if (folders.size() != 1 || folders.begin()->empty()) return files;
  const std::string& folder = *folders.begin();
  std::map<std::string, BlobPtr> program;
  for (const auto& [path, contents] : files) {
    if (StartsWith(path, folder)) program[path.substr(folder.size())] = contents;
  }
  return program;
}

std::string MainFile(const std::vector<LanguageEntry>& languages,
                     const std::map<std::string, BlobPtr>& files) {
  std::string best;
  for (const auto& [path, contents] : files) {
    if (LanguageOfFile(languages, path).empty()) continue;
    const bool main = path.rfind("main.", 0) == 0 || path.rfind("Main.", 0) == 0;
    if (best.empty() || main) best = path;
  }
  return best;
}

}  // namespace

PackageProgram ProgramOf(const std::vector<LanguageEntry>& languages,
                         std::map<std::string, BlobPtr> files) {
  PackageProgram program;
  const std::string main = MainFile(languages, files);
  if (main.empty()) return program;
  program.language = LanguageOfFile(languages, main);
  program.source = std::string(files.at(main)->view());
  files.erase(main);
  program.files = std::move(files);
  return program;
}

Result<ProblemPtr> ProblemOf(const ProblemPackage& package,
                             const std::vector<LanguageEntry>& languages) {
  auto problem = std::make_shared<Problem>();
  problem->comparison.mode = CompareMode::kIcpc;
  problem->tests = package.tests;
  if (package.validator.empty()) {
    ASSAY_ASSIGN_OR_RETURN(problem->comparison.icpc, ParseValidatorFlags(package.validator_flags));
    return ProblemPtr(std::move(problem));
  }
  PackageProgram program = ProgramOf(languages, ProgramIn(package.validator, languages));
  if (program.language.empty()) {
    return Error{ErrorCode::kInvalidArgument, "package", 0,
                 "the output validator's language is none of the table's"};
  }
  Checker checker;
  checker.kind = CheckerKind::kIcpc;
  checker.language = std::move(program.language);
  checker.source = std::move(program.source);
  checker.files = std::move(program.files);
  checker.arguments = package.validator_flags;
  checker.always = true;
  checker.interactive = package.interactive;
  checker.passes = package.passes;
  problem->checker = std::move(checker);
  return ProblemPtr(std::move(problem));
}

std::vector<PackageProgram> InputValidatorsOf(const ProblemPackage& package,
                                              const std::vector<LanguageEntry>& languages) {
  std::vector<PackageProgram> validators;
  for (const auto& files : package.input_validators) {
    PackageProgram program = ProgramOf(languages, files);
    if (!program.language.empty()) validators.push_back(std::move(program));
  }
  return validators;
}

}  // namespace assay
