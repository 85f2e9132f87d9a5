#include "apps/ask/single_run.h"

#include <fmt/format.h>

#include "apps/ask/notes.h"
#include "apps/cli/terminal.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// Shown of a program's own output; far above what a terminal is for, below what hurts.
constexpr int64_t kShownOutputBytes = 16LL << 20;

// "exit code 0", "signal 11", "cpu-limit".
std::string Ending(JsonValue test) {
  const std::string status = TextAt(test, "status");
  if (status == "exited") return fmt::format("exit code {:.0f}", NumberAt(test, "exit_code"));
  if (status == "signalled") return fmt::format("signal {:.0f}", NumberAt(test, "signal"));
  return status;
}

std::string Usage(JsonValue run) {
  return fmt::format("{} cpu, {} wall, {} memory",
                     HumanDuration(FromSeconds(NumberAt(run, "cpu_time_s"))),
                     HumanDuration(FromSeconds(NumberAt(run, "wall_time_s"))),
                     HumanBytes(static_cast<int64_t>(NumberAt(run, "memory_peak_bytes"))));
}

Colour VerdictColour(std::string_view verdict) {
  if (verdict == "AC") return Colour::kGreen;
  return verdict == "SKIPPED" || verdict == "IE" || verdict == "JE" ? Colour::kYellow
                                                                    : Colour::kRed;
}

void Put(const std::string& text, std::FILE* stream) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

// What the compiler said, when it refused.
void PutCompilerOutput(const VerdictView& view, JsonValue result, std::FILE* err) {
  if (view.verdict == "CE") Put(TextAt(result.Find("compile"), "stderr"), err);
}

void PrintRun(const VerdictView& view, JsonValue result, std::FILE* out, std::FILE* err) {
  PutCompilerOutput(view, result, err);
  const auto tests = result.Find("tests").Items();
  const bool ran = !tests.empty() && tests.front().Find("status");
  if (ran) {
    Put(TextAt(tests.front(), "stdout"), out);
    std::fflush(out);
    Put(TextAt(tests.front(), "stderr"), err);
  }
  const bool colours = WantsColour(err);
  std::string line =
      ran ? fmt::format("{}: {}, {}", view.verdict, Ending(tests.front()), Usage(tests.front()))
          : fmt::format("{}: {}", view.verdict, view.message);
  Put(Paint(line, VerdictColour(view.verdict), colours) + '\n', err);
}

void PrintTests(const VerdictView& view, JsonValue result, std::FILE* out) {
  PutCompilerOutput(view, result, out);
  const bool colours = WantsColour(out);
  using Align = TextTable::Align;
  TextTable table({{"test", Align::kRight},
                   {"verdict"},
                   {"cpu", Align::kRight},
                   {"wall", Align::kRight},
                   {"memory", Align::kRight},
                   {"why"}});
  for (const JsonValue test : result.Find("tests").Items()) {
    const std::string verdict = TextAt(test, "verdict");
    std::vector<TextTable::Cell> row = {{TextAt(test, "id")}, {verdict, VerdictColour(verdict)}};
    if (test.Find("status")) {
      row.push_back({HumanDuration(FromSeconds(NumberAt(test, "cpu_time_s")))});
      row.push_back({HumanDuration(FromSeconds(NumberAt(test, "wall_time_s")))});
      row.push_back({HumanBytes(static_cast<int64_t>(NumberAt(test, "memory_peak_bytes")))});
    } else {
      row.insert(row.end(), {{"-"}, {"-"}, {"-"}});
    }
    row.push_back({verdict == "AC" ? "" : TextAt(test, "message"), Colour::kDim});
    table.AddRow(std::move(row));
  }
  Put(table.Render(colours), out);
  Put(fmt::format("{}: {} of {} tests accepted{}{}\n",
                  Paint(view.verdict, VerdictColour(view.verdict), colours), view.tests_accepted,
                  view.tests, view.verdict == "AC" ? "" : "; ",
                  view.verdict == "AC" ? "" : view.message),
      out);
}

void PutJudge(const char* name, const SingleRun::Judge& judge, JsonWriter* json) {
  if (judge.source.empty()) return;
  json->Key(name).BeginObject().Key("language").String(judge.language);
  if (!judge.kind.empty()) json->Key("kind").String(judge.kind);
  json->Key("source").String(judge.source).EndObject();
}

}  // namespace

std::string SubmissionJson(const SingleRun& single) {
  const bool compared = single.tests.front().expected.has_value() ||
                        !single.checker.source.empty() || !single.interactor.source.empty();
  JsonWriter json(single.code.size() + 1024);
  json.BeginObject().Key("id").String("file").Key("language").String(single.language);
  json.Key("code").String(single.code).Key("stop").String("all");
  json.Key("include_output").Bool(!compared).Key("include_output_bytes").Int(kShownOutputBytes);
  json.Key("limits").BeginObject().Key("cpu_time_s").Double(single.cpu_time_s);
  if (single.wall_time_s > 0) json.Key("wall_time_s").Double(single.wall_time_s);
  if (single.memory_mb > 0) json.Key("memory_mb").Int(single.memory_mb);
  json.EndObject().Key("problem").BeginObject();
  json.Key("mode").String(compared ? "stdin_stdout" : "run").Key("tests").BeginArray();
  for (const SingleRun::Test& test : single.tests) {
    json.BeginObject().Key("input").String(test.input);
    if (compared) json.Key("expected").String(test.expected.value_or(""));
    json.EndObject();
  }
  json.EndArray();
  if (!single.compare.empty()) {
    json.Key("comparison").BeginObject().Key("mode").String(single.compare).EndObject();
  }
  PutJudge("checker", single.checker, &json);
  PutJudge("interactor", single.interactor, &json);
  return json.EndObject().EndObject().Take();
}

void PrintSingleResult(const VerdictView& view, bool only_run, std::FILE* out, std::FILE* err) {
  JsonError error;
  const auto document = JsonDocument::Parse(view.json, &error);
  if (!document) return;  // ViewOf has parsed it before: cannot happen
  if (only_run) {
    PrintRun(view, document->root(), out, err);
  } else {
    PrintTests(view, document->root(), out);
  }
  for (const std::string& note : NotesOf(view.json)) Put(note + '\n', only_run ? err : out);
}

}  // namespace assay
