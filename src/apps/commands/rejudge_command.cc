#include "apps/commands/rejudge_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "apps/ask/batch.h"
#include "apps/ask/bundle_file.h"
#include "apps/ask/refusal.h"
#include "apps/cli/terminal.h"
#include "apps/commands/rejudge.h"
#include "apps/setup/input_file.h"
#include "text/json_writer.h"

namespace assay {
namespace {

int Complain(int exit_code, const std::string& message) {
  std::fprintf(stderr, "assay rejudge: %s\n", message.c_str());
  return exit_code;
}

std::string IdOf(const Bundle& bundle) {
  const JsonValue id = bundle.submission.Find("id");
  return id.Is(JsonType::kString) ? id.String() : "?";
}

void WriteChanges(const char* name, const std::vector<Change>& changes, JsonWriter* json) {
  json->Key(name).BeginArray();
  for (const Change& change : changes) {
    json->BeginObject().Key("what").Bytes(change.what).Key("then").Bytes(change.then);
    json->Key("now").Bytes(change.now).EndObject();
  }
  json->EndArray();
}

std::string ReportJson(const std::string& id, const RejudgeReport& report) {
  JsonWriter json;
  json.BeginObject().Key("id").Bytes(id).Key("same").Bool(report.same());
  WriteChanges("differences", report.differences, &json);
  WriteChanges("warnings", report.warnings, &json);
  WriteChanges("notes", report.notes, &json);
  return json.EndObject().Take() + '\n';
}

std::string ReportText(const Bundle& now, const RejudgeReport& report, bool colours) {
  const auto text = [](JsonValue value) { return value.StringOrEmpty(); };
  std::string lines = report.same() ? Paint("same", Colour::kGreen, colours)
                                    : Paint("different", Colour::kRed, colours);
  lines += fmt::format(": {} ({}), {} tests\n", text(now.verdict.Find("verdict")),
                       text(now.verdict.Find("cause")), now.verdict.Find("tests").Count());
  const auto list = [&](const std::vector<Change>& changes, const char* label) {
    for (const Change& change : changes) {
      lines +=
          fmt::format("  {}{}: {} then, {} now\n", label, change.what, change.then, change.now);
    }
  };
  list(report.differences, "");
  list(report.warnings, "warning: ");
  list(report.notes, "note: ");
  return lines;
}

std::string WhyRefused(const service::Answer& answer, const Bundle& bundle) {
  if (answer.status == 404 && !bundle.problem) {
    return fmt::format(
        "the bundle names its problem by hash, and {} is not known here: send the problem with PUT "
        "/v1/problems/{}, or make the bundle with its tests embedded",
        bundle.problem_sha256, bundle.problem_sha256);
  }
  return fmt::format("refused with HTTP status {}: {}", answer.status, RefusalText(answer.body));
}

}  // namespace

void RejudgeCommand::AddTo(CommandLine* command) {
  command->Option("file", file_, "bundles: one, or one a line, bare or within results; - is stdin")
      .Required();
  server_.AddTo(command);
  command->Flag("--json", json_, "a JSON object a bundle");
  command->Flag("--accept-changed", accept_changed_,
                "judge bundles that were changed since they were made");
}

int RejudgeCommand::Run(const Options& options) const {
  const auto text = ReadTextFile(file_);
  if (!text.ok()) return Complain(kExitUsage, text.error().message);
  const auto found = FindBundles(*text);
  if (!found.ok()) return Complain(kExitUsage, fmt::format("{}: {}", file_, found.error().message));
  std::vector<Bundle> bundles;
  for (const BundleDocument& document : *found) {
    auto bundle = ReadBundle(document.bundle);
    if (!bundle.ok()) {
      return Complain(kExitUsage, fmt::format("{}: {}", file_, bundle.error().message));
    }
    if (!bundle->changed.empty()) {
      const std::string message =
          fmt::format("{}: bundle '{}' was changed since it was made: {} {} not what its hash says",
                      file_, IdOf(*bundle), fmt::join(bundle->changed, ", "),
                      bundle->changed.size() == 1 ? "is" : "are");
      Complain(kExitUsage, message);
      if (!accept_changed_) return kExitUsage;
    }
    bundles.push_back(*std::move(bundle));
  }
  const auto judge = MakeJudge(options, server_, PrecompiledHeaderUse::kMakeFirst);
  if (!judge.ok()) return Complain(ExitCodeOf(judge.error()), judge.error().ToString());
  int worst = 0;
  for (const Bundle& bundle : bundles) {
    const int code = Rejudge(bundle, **judge);
    const auto weight = [](int exit_code) {
      return exit_code == kExitUsage ? 3 : exit_code == kExitNoVerdict ? 2 : exit_code;
    };
    if (weight(code) > weight(worst)) worst = code;
  }
  return worst;
}

int RejudgeCommand::Rejudge(const Bundle& bundle, service::Judge& judge) const {
  const std::string id = IdOf(bundle);
  const auto answer = VerifyWithPatience(RejudgeRequest(bundle), judge);
  if (!answer.ok()) return Complain(kExitNoVerdict, id + ": " + answer.error().message);
  if (answer->status != 200) {
    const bool refused = answer->status / 100 == 4;
    return Complain(refused ? kExitUsage : kExitNoVerdict, id + ": " + WhyRefused(*answer, bundle));
  }
  std::string result = answer->body;
  const std::string text = TakeBundle(&result);
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  const Result<Bundle> now =
      document ? ReadBundle(document->root())
               : Error{ErrorCode::kUnsupported, "rejudge", 0, "the server makes no bundles"};
  if (!now.ok()) return Complain(kExitNoVerdict, id + ": " + now.error().message);
  const RejudgeReport report = CompareBundles(bundle, *now);
  const std::string shown =
      json_ ? ReportJson(id, report) : id + ": " + ReportText(*now, report, WantsColour(stdout));
  std::fputs(shown.c_str(), stdout);
  std::fflush(stdout);
  if (report.same()) return 0;
  const std::string cause = now->verdict.Find("cause").String();
  return cause == "infrastructure" || cause == "cancelled" ? kExitNoVerdict : 1;
}

}  // namespace assay
