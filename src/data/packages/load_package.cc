#include "data/packages/load_package.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "base/whole_file.h"
#include "data/packages/package_yaml.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

Error Invalid(const fs::path& path, const std::string& what) {
  return {ErrorCode::kInvalidArgument, "package", 0, path.string() + ": " + what};
}

Result<std::string> ReadWhole(const fs::path& path) {
  auto text = ReadFile(path.string(), "package");
  if (!text.ok()) return Invalid(path, "cannot be read");
  return text;
}

// Regular files below a folder, in order of their paths; hidden ones are left out.
std::vector<fs::path> FilesBelow(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename();
    if (name.empty() || name[0] == '.') {
      if (at->is_directory(error)) at.disable_recursion_pending();
    } else if (at->is_regular_file(error)) {
      files.push_back(at->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

Status ReadProgram(const fs::path& path, std::map<std::string, BlobPtr>* files) {
  if (!fs::is_directory(path)) {
    ASSAY_ASSIGN_OR_RETURN(std::string text, ReadWhole(path));
    (*files)[path.filename()] = Blob::FromString(std::move(text));
    return {};
  }
  for (const fs::path& file : FilesBelow(path)) {
    ASSAY_ASSIGN_OR_RETURN(std::string text, ReadWhole(file));
    (*files)[file.lexically_relative(path)] = Blob::FromString(std::move(text));
  }
  return {};
}

// The only program of the folder: its files, or those of the one folder in it.
Status ReadValidator(const fs::path& folder, ProblemPackage* package) {
  std::error_code error;
  fs::path program = folder;
  std::vector<fs::path> entries(fs::directory_iterator(folder, error), fs::directory_iterator());
  if (entries.size() == 1 && fs::is_directory(entries[0])) program = entries[0];
  return ReadProgram(program, &package->validator);
}

// Each entry of the folder is a program.
Status ReadInputValidators(const fs::path& folder, ProblemPackage* package) {
  std::error_code error;
  std::vector<fs::path> entries(fs::directory_iterator(folder, error), fs::directory_iterator());
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    if (entry.filename().string()[0] == '.') continue;
    std::map<std::string, BlobPtr> files;
    ASSAY_RETURN_IF_ERROR(ReadProgram(entry, &files));
    if (!files.empty()) package->input_validators.push_back(std::move(files));
  }
  return {};
}

Status ReadTests(const fs::path& data, ProblemPackage* package) {
  for (const char* part : {"sample", "secret"}) {
    for (const fs::path& input : FilesBelow(data / part)) {
      if (input.extension() != ".in") continue;
      fs::path answer = input;
      answer.replace_extension(".ans");
      TestCase test;
      fs::path id = input.lexically_relative(data);
      test.id = id.replace_extension().string();
      ASSAY_ASSIGN_OR_RETURN(std::string text, ReadWhole(input));
      test.input = Blob::FromString(std::move(text));
      std::error_code error;
      // Interactive problems may have no answers.
      test.expected = Blob::Empty();
      if (fs::exists(answer, error)) {
        ASSAY_ASSIGN_OR_RETURN(std::string expected, ReadWhole(answer));
        test.expected = Blob::FromString(std::move(expected));
      } else if (!package->interactive) {
        return Invalid(answer, "is missing");
      }
      package->tests.push_back(std::move(test));
    }
  }
  if (package->tests.empty()) return Invalid(data, "holds no tests");
  return {};
}

Status ReadSubmissions(const fs::path& root, ProblemPackage* package) {
  std::error_code error;
  std::vector<fs::path> folders(fs::directory_iterator(root, error), fs::directory_iterator());
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders) {
    if (!fs::is_directory(folder)) continue;
    std::vector<fs::path> programs(fs::directory_iterator(folder, error), fs::directory_iterator());
    std::sort(programs.begin(), programs.end());
    for (const fs::path& program : programs) {
      if (program.filename().string()[0] == '.') continue;
      PackageSubmission submission;
      submission.folder = folder.filename();
      submission.path = program.lexically_relative(root);
      ASSAY_RETURN_IF_ERROR(ReadProgram(program, &submission.files));
      if (!submission.files.empty()) package->submissions.push_back(std::move(submission));
    }
  }
  return {};
}

// Limits that live beside problem.yaml.
void ReadTimeLimitFiles(const fs::path& root, ProblemPackage* package) {
  if (package->limits.time_limit_s) return;
  const auto number = [](const std::string& text) -> std::optional<double> {
    const double value = std::atof(text.c_str());
    return value > 0 ? std::optional(value) : std::nullopt;
  };
  if (const auto text = ReadWhole(root / ".timelimit"); text.ok()) {
    package->limits.time_limit_s = number(*text);
  }
  const auto ini = ReadWhole(root / "domjudge-problem.ini");
  if (!ini.ok()) return;
  constexpr std::string_view kKey = "timelimit";
  const size_t at = ini->find(kKey);
  if (at == std::string::npos) return;
  const size_t digit = ini->find_first_of("0123456789", at);
  if (digit != std::string::npos) package->limits.time_limit_s = number(ini->substr(digit));
}

}  // namespace

Result<ProblemPackage> LoadPackage(const std::string& folder) {
  const fs::path root(folder);
  ProblemPackage package;
  package.name = root.filename().empty() ? root.parent_path().filename() : root.filename();
  ASSAY_ASSIGN_OR_RETURN(const std::string yaml, ReadWhole(root / "problem.yaml"));
  if (Status status = ReadProblemYaml(yaml, &package); !status.ok()) {
    return Invalid(root / "problem.yaml", status.error().message);
  }
  ReadTimeLimitFiles(root, &package);
  for (const char* name : {"output_validators", "output_validator"}) {
    if (fs::is_directory(root / name)) {
      ASSAY_RETURN_IF_ERROR(ReadValidator(root / name, &package));
    }
  }
  for (const char* name : {"input_validators", "input_format_validators"}) {
    if (fs::is_directory(root / name)) {
      ASSAY_RETURN_IF_ERROR(ReadInputValidators(root / name, &package));
    }
  }
  if (package.validator.empty() && (package.interactive || package.passes > 1)) {
    return Invalid(root / "output_validators", "is needed for this type of problem");
  }
  ASSAY_RETURN_IF_ERROR(ReadTests(root / "data", &package));
  ASSAY_RETURN_IF_ERROR(ReadSubmissions(root / "submissions", &package));
  return package;
}

Result<IcpcRules> ParseValidatorFlags(const std::vector<std::string>& flags) {
  IcpcRules rules;
  const auto invalid = [](const std::string& what) {
    return Error{ErrorCode::kInvalidArgument, "package", 0, "validator_flags: " + what};
  };
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (flag == "case_sensitive") {
      rules.case_sensitive = true;
    } else if (flag == "space_change_sensitive") {
      rules.space_change_sensitive = true;
    } else if (flag == "float_tolerance" || flag == "float_relative_tolerance" ||
               flag == "float_absolute_tolerance") {
      char* end = nullptr;
      const double value = i + 1 < flags.size() ? std::strtod(flags[i + 1].c_str(), &end) : -1;
      if (end == nullptr || *end != '\0' || !(value >= 0)) return invalid(flag + " needs a number");
      if (flag != "float_relative_tolerance") rules.absolute_tolerance = value;
      if (flag != "float_absolute_tolerance") rules.relative_tolerance = value;
      ++i;
    } else {
      return invalid("unknown: " + flag);
    }
  }
  return rules;
}

}  // namespace assay
