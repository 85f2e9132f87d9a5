#include "apps/eval/report/verbs.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "apps/cli/terminal.h"
#include "apps/eval/report/make_report.h"
#include "apps/eval/report/report_table.h"
#include "lab/eval/export/exporters.h"
#include "lab/eval/report/items_file.h"
#include "rollout/folder/run_folder.h"

namespace assay {
namespace {

constexpr int kExitRefused = 3;

int Fail(const std::string& verb, const Error& error) {
  std::fprintf(stderr, "assay eval %s: %s\n", verb.c_str(), error.message.c_str());
  return error.code == ErrorCode::kInvalidArgument ? 2 : 1;
}

Result<eval::RunRecords> ReadRecords(const std::string& folder) {
  ASSAY_ASSIGN_OR_RETURN(const auto run, rollout::RunFolder::OpenToRead(folder));
  return eval::ReadRun(*run);
}

// The items of all shards. kInvalidArgument: one has no readable list, or two have the same item.
Result<std::string> MergedItems(const std::vector<std::string>& shards) {
  std::vector<eval::ItemRow> all;
  for (const std::string& shard : shards) {
    ASSAY_ASSIGN_OR_RETURN(const auto run, rollout::RunFolder::OpenToRead(shard));
    ASSAY_ASSIGN_OR_RETURN(const std::string text, run->ReadFile(eval::kItemsFile));
    ASSAY_ASSIGN_OR_RETURN(std::vector<eval::ItemRow> rows, eval::ParseItems(text));
    for (eval::ItemRow& row : rows) all.push_back(std::move(row));
  }
  std::string merged = eval::ItemsJsonl(all);
  ASSAY_RETURN_IF_ERROR([&]() -> Status {
    const auto parsed = eval::ParseItems(merged);  // an item that two shards have is a fault
    return parsed.ok() ? Status() : Status(parsed.error());
  }());
  return merged;
}

}  // namespace

void EvalReportVerb::AddTo(CommandLine* command) {
  command->Option("run", folder_, "folder of a run").Required();
  max_errored_share_ = eval::ReportOptions().max_errored_share;
  command
      ->Option("--max-errored", max_errored_share_,
               "share of errored samples beyond which there is no headline (exit code 3)")
      .Within(0.0, 1.0)
      .ShowDefault();
  command->Flag("--json", json_, "print report.json instead of the table");
}

int EvalReportVerb::Run(const Options& /*options*/) const {
  return MakeReport({folder_, {max_errored_share_}, json_});
}

void EvalDiffVerb::AddTo(CommandLine* command) {
  command->Option("a", a_, "folder of a run").Required();
  command->Option("b", b_, "folder of another; the difference is B less A").Required();
  command->Flag("--force", force_,
                "compare the common items of runs with other data, items or protocol, too");
  command->Flag("--json", json_, "as JSON, with all problems that changed");
}

int EvalDiffVerb::Run(const Options& /*options*/) const {
  const auto a = ReadRecords(a_), b = ReadRecords(b_);
  if (!a.ok()) return Fail("diff", a.error());
  if (!b.ok()) return Fail("diff", b.error());
  const eval::RunComparison comparison = eval::CompareRuns(*a, *b);
  if (comparison.Forbidden() && !force_) {
    std::string fields;
    for (const eval::RunDifference& difference : comparison.differences) {
      if (!difference.forbids) continue;
      fields += fmt::format("\n  {}: A {}, B {}", difference.field, difference.a, difference.b);
    }
    std::fprintf(stderr,
                 "assay eval diff: these are no runs on the same problems:%s\n--force compares the "
                 "items that both have\n",
                 fields.c_str());
    return kExitRefused;
  }
  if (json_) {
    std::printf("%s\n", eval::ComparisonJson(comparison).c_str());
  } else {
    std::fputs(ComparisonTable(comparison, a_, b_, WantsColour(stdout)).c_str(), stdout);
  }
  return 0;
}

void EvalMergeVerb::AddTo(CommandLine* command) {
  command->Option("out", target_, "folder to make").Required();
  command->Option("shards", shards_, "folders of all shards").Required();
}

int EvalMergeVerb::Run(const Options& /*options*/) const {
  const Result<std::string> items = MergedItems(shards_);
  if (!items.ok()) return Fail("merge", items.error());
  if (const Status merged = rollout::MergeRunFolders(shards_, target_); !merged.ok()) {
    return Fail("merge", merged.error());
  }
  const Status written = WriteWholeFile(target_ + "/" + eval::kItemsFile, *items);
  if (!written.ok()) return Fail("merge", written.error());
  return MakeReport({target_});
}

void EvalExportVerb::AddTo(CommandLine* command) {
  std::vector<std::string> names;
  std::string about;
  for (const eval::Exporter& exporter : eval::AllExporters()) {
    names.emplace_back(exporter.name);
    about += fmt::format("{}{}: {}", about.empty() ? "" : "; ", exporter.name, exporter.about);
  }
  command->Option("--format", format_, about).Required().OneOf(names);
  command->Option("--profile", profile_, "official or assay; without it official, if judged")
      .OneOf({"official", "assay"});
  command->Option("--out", out_, "folder for the files; without it the run's");
  command->Option("run", folder_, "folder of a run").Required();
}

int EvalExportVerb::Run(const Options& /*options*/) const {
  const auto folder = rollout::RunFolder::OpenToRead(folder_);
  if (!folder.ok()) return Fail("export", folder.error());
  auto records = eval::ReadRun(**folder);
  if (!records.ok()) return Fail("export", records.error());
  const eval::RunReport report = eval::Summarize(std::move(records).value(), {});
  const eval::ProfileReport* profile = nullptr;
  for (const eval::ProfileReport& one : report.profiles) {
    const bool wanted = profile_.empty() ? profile == nullptr : NameOf(one.profile) == profile_;
    if (wanted) profile = &one;
  }
  if (profile == nullptr) {
    std::fprintf(stderr, "assay eval export: the run wasn't judged by profile '%s'\n",
                 profile_.c_str());
    return 2;
  }
  auto input = eval::ReadForExport(**folder, report, profile->profile);
  if (!input.ok()) return Fail("export", input.error());
  input->now = std::time(nullptr);
  for (const eval::Exporter& exporter : eval::AllExporters()) {
    if (exporter.name != format_) continue;
    const Result<eval::Export> made = exporter.run(*input);
    if (!made.ok()) return Fail("export", made.error());
    const std::string target = out_.empty() ? folder_ : out_;
    std::error_code failed;
    std::filesystem::create_directories(target, failed);
    for (const eval::ExportFile& file : made->files) {
      const std::string path = target + "/" + file.name;
      if (const Status written = WriteWholeFile(path, file.text); !written.ok()) {
        return Fail("export", written.error());
      }
      std::printf("%s\n", path.c_str());
    }
    for (const std::string& note : made->notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  }
  return 0;
}

}  // namespace assay
