#include "apps/eval/self_check_verb.h"

#include <fmt/format.h>

#include "apps/cli/terminal.h"
#include "apps/eval/judging.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kMostShown = 50;

void PrintList(const std::vector<eval::SelfCheckMiss>& list, const char* what, std::FILE* out) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (i == kMostShown) {
      std::fputs(fmt::format("{}: and {} more\n", what, list.size() - i).c_str(), out);
      return;
    }
    const eval::SelfCheckMiss& miss = list[i];
    const std::string why = miss.erratum.empty() ? miss.message : miss.erratum;
    std::string line = fmt::format("{}: {}, {}: ", what, miss.item, miss.kind);
    line +=
        fmt::format("{} under {}, {} expected ({})", eval::StateName(miss.got),
                    eval::ProfileName(miss.profile), eval::StateName(miss.expected), miss.reason);
    if (!why.empty()) line += ": " + why;
    std::fputs((line + "\n").c_str(), out);
  }
}

void WriteList(const char* key, const std::vector<eval::SelfCheckMiss>& list, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const eval::SelfCheckMiss& miss : list) {
    json->BeginObject().Key("item").Bytes(miss.item).Key("kind").Bytes(miss.kind);
    json->Key("profile").String(eval::ProfileName(miss.profile));
    json->Key("expected").String(eval::StateName(miss.expected));
    json->Key("got").String(eval::StateName(miss.got)).Key("reason").Bytes(miss.reason);
    json->Key("message").Bytes(miss.message).Key("erratum").Bytes(miss.erratum).EndObject();
  }
  json->EndArray();
}

}  // namespace

void PrintSelfCheck(const eval::SelfCheckReport& report, std::FILE* out) {
  PrintList(report.errata, "erratum", out);
  PrintList(report.errored, "no verdict", out);
  PrintList(report.misses, "disagrees", out);
  std::fputs(
      fmt::format("self-check: {} of {} as expected, {} disagree, {} known errata, {} "
                  "without a verdict{}\n",
                  report.agreed, report.judged, report.misses.size(), report.errata.size(),
                  report.errored.size(),
                  report.without_items == 0
                      ? ""
                      : fmt::format("; {} items have nothing to check with", report.without_items))
          .c_str(),
      out);
}

std::string SelfCheckJson(const eval::SelfCheckReport& report) {
  JsonWriter json;
  json.BeginObject().Key("judged").Int(static_cast<int64_t>(report.judged));
  json.Key("agreed").Int(static_cast<int64_t>(report.agreed));
  json.Key("items_without").Int(static_cast<int64_t>(report.without_items));
  WriteList("misses", report.misses, &json);
  WriteList("errata", report.errata, &json);
  WriteList("errored", report.errored, &json);
  return json.EndObject().Take() + "\n";
}

void EvalSelfCheckVerb::AddTo(CommandLine* command) {
  benchmark_.AddTo(command);
  server_.AddTo(command);
  command->Option("--sample", sample_, "only so many items, spread over all [all]");
  command->Option("--parallel", parallel_, "requests under way [as many as keep it busy]");
  command->Flag("--json", json_, "as JSON");
}

int EvalSelfCheckVerb::Run(const Options& options) const {
  auto loaded = benchmark_.Load();
  if (!loaded.ok()) return ComplainEval("self-check", loaded.error());
  const auto profiles = benchmark_.Profiles(*loaded);
  if (!profiles.ok()) return ComplainEval("self-check", profiles.error());
  if (sample_ < 0) {
    return ComplainEval("self-check", InvalidField("eval", "--sample", "must not be negative"));
  }
  const auto judge = MakeEvalJudge(options, server_, *loaded);
  if (!judge.ok()) return ComplainEval("self-check", judge.error());
  const auto fitness = LeaveOutUnjudgeable("self-check", *profiles, **judge, &*loaded);
  if (!fitness.ok()) return ComplainEval("self-check", fitness.error());
  eval::SelfCheckOptions check;
  check.items = loaded->selection.part;
  check.profiles = *profiles;
  check.most_items = static_cast<size_t>(sample_);
  check.parallel = parallel_ > 0 ? parallel_ : RequestsUnderWay(**judge);
  eval::SelfCheckReport report;
  {
    std::unique_ptr<ProgressBar> bar;
    check.progress = [&](size_t done, size_t all) {
      if (bar == nullptr) bar = std::make_unique<ProgressBar>(stderr, all);
      bar->Update(done, "self-check");
    };
    report = eval::SelfCheck(*loaded->rows, check, **judge);
  }
  if (json_) {
    std::fputs(SelfCheckJson(report).c_str(), stdout);
  } else {
    PrintSelfCheck(report, stdout);
  }
  if (!report.errored.empty() || report.judged == 0) return kExitNoVerdict;
  return report.good() ? 0 : 1;
}

}  // namespace assay
