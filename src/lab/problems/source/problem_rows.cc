#include "lab/problems/source/problem_rows.h"

#include <filesystem>

#include "base/text.h"
#include "data/rows/data_files.h"
#include "lab/problems/source/read_package.h"

namespace assay::lab {
namespace {

Status PackageAsRow(const std::string& folder, const OnSourceRow& on_row, FileIdentity* identity) {
  const std::string name = std::filesystem::weakly_canonical(folder).filename().string();
  const Result<LabelledProblem> problem = ReadPackage(folder);
  const std::string text = problem.ok() ? NativeRow(*problem) : std::string();
  const std::string refused = problem.ok() ? std::string() : problem.error().message;
  if (identity != nullptr) *identity = {name, Sha256Hex(problem.ok() ? text : refused), 1};
  return on_row({text, name, 1, refused});
}

}  // namespace

Result<std::vector<std::string>> FindProblemSources(const std::vector<std::string>& paths) {
  std::vector<std::string> sources;
  for (const std::string& path : paths) {
    if (IsPackage(path)) {
      sources.push_back(path);
      continue;
    }
    ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> files, FindDataFiles({path}));
    sources.insert(sources.end(), files.begin(), files.end());
  }
  return sources;
}

Status ForEachSourceRow(const std::string& source, const OnSourceRow& on_row,
                        FileIdentity* identity) {
  if (IsPackage(source)) return PackageAsRow(source, on_row, identity);
  const std::string name = std::filesystem::path(source).filename().string();
  int64_t number = 0;
  return ForEachRow(
      source,
      [&](std::string_view text) {
        return on_row({text, name, ++number, ""});
      },
      identity);
}

}  // namespace assay::lab
