#include "apps/swe/run_verb.h"

#include <cstdio>
#include <vector>

#include "apps/ask/batch.h"
#include "apps/cli/line_file.h"
#include "apps/cli/terminal.h"
#include "apps/setup/input_file.h"
#include "swe/grade/stable_tests.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

int Fail(const std::string& message, int code = kExitUsage) {
  std::fprintf(stderr, "assay swe run: %s\n", message.c_str());
  return code;
}

Result<std::string> Ask(const SweRunTask& task, const std::string& patch, const std::string& more,
                        service::Judge& judge) {
  JsonWriter text;
  text.Bytes(patch);
  ASSAY_ASSIGN_OR_RETURN(
      service::Answer answer,
      VerifyWithPatience(
          "{\"mode\":\"swe\",\"patch\":" + text.Take() + more + "," + task.json + "}", judge));
  if (answer.status == 200) return std::move(answer.body);
  const bool ours = answer.status >= 500;
  return Error{ours ? ErrorCode::kUnavailable : ErrorCode::kInvalidArgument, "swe", 0, answer.body};
}

// The report of a run, as the answer has it.
Result<swe::TestReport> ReportOf(const std::string& body) {
  const Error strange{ErrorCode::kUnavailable, "swe", 0, "the answer has no report: " + body};
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  if (!document) return strange;
  const JsonValue graded = document->root().Find("swe");
  const JsonValue report = graded ? graded.Find("report") : JsonValue();
  if (!report || !report.Find("records").Is(JsonType::kArray)) return strange;
  swe::ReportBuilder builder;
  for (const JsonValue record : report.Find("records").Items()) {
    const auto outcome = swe::kTestOutcomeNames.Find(TextAt(record, "outcome"));
    if (!outcome) return strange;
    builder.Add(TextAt(record, "name"), *outcome);
  }
  const auto fault = swe::kReportFaultNames.Find(TextAt(report, "fault"));
  if (!fault) return strange;
  if (*fault != swe::ReportFault::kNone) builder.Fault(*fault, TextAt(report, "problem"));
  return std::move(builder).Finish();
}

std::string SortedJson(const swe::SortedTests& sorted) {
  JsonWriter json;
  json.BeginObject();
  for (const auto& [name, tests] : {std::pair{"fail_to_pass", &sorted.fail_to_pass},
                                    std::pair{"pass_to_pass", &sorted.pass_to_pass}}) {
    json.Key(name).BeginArray();
    for (const std::string& test : *tests) json.Bytes(test);
    json.EndArray();
  }
  json.Key("set_aside").BeginArray();
  for (const swe::SetAside& aside : sorted.set_aside) {
    json.BeginObject().Key("test").Bytes(aside.test).Key("why").Bytes(aside.why).EndObject();
  }
  return json.EndArray().EndObject().Take();
}

}  // namespace

void SweRunVerb::AddTo(CommandLine* command) {
  command
      ->Option("--task", task_,
               "file of tasks, or of rows of SWE-bench, SWE-smith or R2E-Gym: JSONL, JSON or "
               "Parquet")
      .Required();
  command->Option("--id", words_.id, "which of them, where there are several");
  command->Option("--repository", words_.repository,
                  "the tree at its base: a tar, plain or compressed, or a folder [the image's]");
  command->Option("--image", words_.image, "of the sandbox [the task's, or none]");
  command->Option("--framework", words_.framework,
                  "as `assay swe frameworks` names it [the task's]");
  command->Option("--setup", words_.setup, "what is run before the tests [the task's]");
  command->Option("--command", words_.command, "what runs the tests [the task's]");
  command->Option("--report", words_.report, "what the framework writes [the task's]");
  command->Option("--patch", patch_, "file with the patch; - is stdin");
  command->Flag("--reference", reference_, "the task's own patch instead");
  command->Flag("--nothing", nothing_, "no patch at all instead");
  command
      ->Option("--repeat", repeat_,
               "instead of grading: run the reference and nothing so many times each, and write "
               "which tests decide the task, and which are set aside as they change from run to "
               "run")
      .Between(1, 100);
  command->Option("--out", out_, "where the lists of --repeat go [stdout]");
  command->Option("--log", log_bytes_, "bytes of the end of the log to show [0]")
      .Between(0, 1 << 20);
  command->Flag("--json", json_, "the whole answer as JSON (as when stdout is no terminal)");
  server_.AddTo(command, "have a running server run the tests");
}

int SweRunVerb::Run(const Options& options) const {
  const int named = (patch_.empty() ? 0 : 1) + (reference_ ? 1 : 0) + (nothing_ ? 1 : 0);
  if (named != (repeat_ > 0 ? 0 : 1)) {
    return Fail("give one of --patch, --reference, --nothing and --repeat");
  }
  SweRunWords words = words_;
  words.plain = repeat_ > 0;
  const auto task = ReadSweRunTask(task_, words);
  if (!task.ok()) return Fail(task.error().message);
  if ((reference_ || repeat_ > 0) && !task->has_reference) {
    return Fail("the task has no patch that solves it");
  }
  std::string patch = reference_ ? task->reference : "";
  if (!patch_.empty()) {
    auto text = ReadTextFile(patch_);
    if (!text.ok()) return Fail(text.error().message);
    patch = *std::move(text);
  }
  const auto judge =
      MakeJudge(options, server_, PrecompiledHeaderUse::kAsItIs, {"python"}, SandboxUse::kWanted);
  if (!judge.ok()) return Fail(judge.error().message, ExitCodeOf(judge.error()));
  return repeat_ > 0 ? Sort(*task, **judge) : Grade(*task, patch, **judge);
}

int SweRunVerb::Grade(const SweRunTask& task, const std::string& patch,
                      service::Judge& judge) const {
  std::string more = ",\"include_tests\":true";
  if (log_bytes_ > 0) more += ",\"include_log_bytes\":" + std::to_string(log_bytes_);
  const auto body = Ask(task, patch, more, judge);
  if (!body.ok()) return Fail(body.error().message, ExitCodeOf(body.error()));
  JsonError error;
  const auto document = JsonDocument::Parse(*body, &error);
  if (!document) return Fail("the answer is no JSON", kExitNoVerdict);
  const JsonValue root = document->root();
  const std::string verdict = TextAt(root, "verdict");
  if (json_ || !IsTerminal(stdout)) {
    std::printf("%s\n", body->c_str());
  } else {
    std::printf("%s  %s\n", verdict.c_str(), TextAt(root, "message").c_str());
    const JsonValue graded = root.Find("swe");
    if (graded && graded.Find("reasons").Is(JsonType::kArray)) {
      for (const JsonValue reason : graded.Find("reasons").Items()) {
        std::printf("  %s\n", TextAt(reason, "message").c_str());
      }
    }
    std::fputs(TextAt(graded, "log").c_str(), stdout);
  }
  const JsonValue masked = root.Find("masked");
  if (!masked.Is(JsonType::kBool) || masked.Bool()) return kExitNoVerdict;
  return verdict == "AC" ? 0 : 1;
}

int SweRunVerb::Sort(const SweRunTask& task, service::Judge& judge) const {
  // Before runs that may take hours.
  auto out = LineFile::Open(out_, {task_, words_.repository});
  if (!out.ok()) return Fail(out.error().message);
  std::vector<swe::TestReport> reference, nothing;
  for (int64_t i = 0; i < repeat_; ++i) {
    for (auto* reports : {&reference, &nothing}) {
      const auto body =
          Ask(task, reports == &reference ? task.reference : "", ",\"include_report\":true", judge);
      if (!body.ok()) return Fail(body.error().message, ExitCodeOf(body.error()));
      auto report = ReportOf(*body);
      if (!report.ok()) return Fail(report.error().message, kExitNoVerdict);
      reports->push_back(*std::move(report));
    }
  }
  const auto sorted = swe::SortTests(reference, nothing);
  if (!sorted.ok()) return Fail(sorted.error().message, kExitNoVerdict);
  Status written = out->Write(SortedJson(*sorted));
  if (written.ok()) written = out->Finish();
  return written.ok() ? 0 : Fail(written.error().message, kExitNoVerdict);
}

}  // namespace assay
