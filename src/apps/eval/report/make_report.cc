#include "apps/eval/report/make_report.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "apps/cli/terminal.h"
#include "apps/eval/report/report_table.h"
#include "base/fd.h"
#include "base/whole_file.h"
#include "lab/eval/report/report_html.h"
#include "lab/eval/report/report_json.h"
#include "rollout/folder/run_folder.h"

namespace assay {
namespace {

constexpr char kStage[] = "eval.report";

int Fail(const Error& error) {
  std::fprintf(stderr, "assay eval: %s\n", error.message.c_str());
  return error.code == ErrorCode::kInvalidArgument ? 2 : 1;
}

}  // namespace

Status WriteWholeFile(const std::string& path, std::string_view bytes) {
  // Of this process: two that write at the same time don't mix.
  const std::string unfinished = path + "." + std::to_string(::getpid()) + ".unfinished";
  {
    const UniqueFd fd(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!fd) return SystemError(kStage, errno, unfinished + " cannot be written");
    ASSAY_RETURN_IF_ERROR(WriteAll(fd.get(), bytes, unfinished, kStage));
  }
  if (::rename(unfinished.c_str(), path.c_str()) != 0) {
    return SystemError(kStage, errno, path + " cannot be written");
  }
  return {};
}

Result<eval::RunReport> ReadReport(const std::string& folder, const eval::ReportOptions& options) {
  ASSAY_ASSIGN_OR_RETURN(const auto run, rollout::RunFolder::OpenToRead(folder));
  ASSAY_ASSIGN_OR_RETURN(eval::RunRecords records, eval::ReadRun(*run));
  return eval::Summarize(std::move(records), options);
}

int MakeReport(const ReportRequest& request) {
  const Result<eval::RunReport> report = ReadReport(request.folder, request.options);
  if (!report.ok()) return Fail(report.error());
  const std::string json = eval::ReportJson(*report);
  const std::string html_path = request.folder + "/report.html";
  if (const Status written = WriteWholeFile(request.folder + "/report.json", json); !written.ok()) {
    return Fail(written.error());
  }
  if (const Status written = WriteWholeFile(html_path, eval::ReportHtml(*report)); !written.ok()) {
    return Fail(written.error());
  }
  if (request.json) {
    std::fputs(json.c_str(), stdout);
  } else {
    std::fputs(ReportTable(*report, WantsColour(stdout)).c_str(), stdout);
    std::printf("%s\n", html_path.c_str());
  }
  if (report->HasHeadline()) return 0;
  std::fprintf(stderr,
               "assay eval: there is no headline score; start the run again, which repeats only "
               "what failed\n");
  return kExitNoHeadline;
}

}  // namespace assay
