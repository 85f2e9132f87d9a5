#include "apps/commands/timings.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/terminal.h"
#include "apps/setup/sandbox_setup.h"
#include "langs/language.h"
#include "sandbox/box_runner.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr int kBoxes = 7;

// A step, and what it took in each box: with a program started cold, and with warm Python.
struct Row {
  std::string stage;
  StepWhen when;
  std::vector<Nanoseconds> cold;
  std::vector<Nanoseconds> warm;
};

using Samples = std::vector<Nanoseconds> Row::*;

// Rows are in the order of the steps; one that only the warm start has comes after those before it.
void Add(const StepTimes& times, Samples samples, std::vector<Row>* rows) {
  size_t at = 0;
  for (const StepTime& time : times) {
    auto row = std::find_if(rows->begin(), rows->end(), [&](const Row& known) {
      return known.stage == time.stage && known.when == time.when;
    });
    if (row == rows->end()) {
      row = rows->insert(rows->begin() + static_cast<std::ptrdiff_t>(at),
                         Row{time.stage, time.when, {}, {}});
    }
    ((*row).*samples).push_back(time.took);
    at = static_cast<size_t>(row - rows->begin()) + 1;
  }
}

std::optional<double> MedianMicroseconds(std::vector<Nanoseconds> samples) {
  if (samples.empty()) return std::nullopt;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return static_cast<double>(middle->count()) / 1000;
}

Result<std::vector<Row>> Measure(const Options& options) {
  const LanguageTable languages(options.language_config, options.languages);
  ASSAY_ASSIGN_OR_RETURN(SandboxOptions sandbox, SandboxOptionsOf(options, languages));
  sandbox.slots = 1;
  std::optional<RunRequest> python;
  if (!sandbox.warm_programs.empty()) python = WarmPythonRequest(sandbox, "pass\n");
  ASSAY_ASSIGN_OR_RETURN(const auto runner, BoxRunner::Create(std::move(sandbox)));
  RunRequest nothing;
  nothing.argv = {"/bin/true"};
  std::vector<Row> rows;
  for (int i = 0; i < kBoxes; ++i) {
    ASSAY_ASSIGN_OR_RETURN(const StepTimes cold, runner->TimeSteps(nothing));
    Add(cold, &Row::cold, &rows);
    if (!python) continue;
    ASSAY_ASSIGN_OR_RETURN(const StepTimes warm, runner->TimeSteps(*python));
    Add(warm, &Row::warm, &rows);
  }
  // Boxes alone first, then what each run adds.
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.when < b.when; });
  return rows;
}

std::string Text(const std::vector<Row>& rows, bool colours) {
  constexpr auto kRight = TextTable::Align::kRight;
  TextTable table({{"step"}, {"when"}, {"µs", kRight}, {"µs, warm Python", kRight}});
  const auto shown = [](const std::vector<Nanoseconds>& samples) {
    const auto median = MedianMicroseconds(samples);
    if (!median) return std::string("–");
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", *median);
    return std::string(text);
  };
  for (const Row& row : rows) {
    table.AddRow(
        {{row.stage}, {std::string(ToString(row.when))}, {shown(row.cold)}, {shown(row.warm)}});
  }
  return table.Render(colours) + "medians of " + std::to_string(kBoxes) +
         " boxes; a run's \"start\" contains the candidate's steps\n";
}

std::string Json(const std::vector<Row>& rows) {
  JsonWriter json;
  json.BeginObject().Key("boxes").Int(kBoxes).Key("steps").BeginArray();
  for (const Row& row : rows) {
    json.BeginObject().Key("step").Bytes(row.stage).Key("when").String(ToString(row.when));
    for (const auto& [name, samples] :
         {std::pair("microseconds", &row.cold), std::pair("warm_microseconds", &row.warm)}) {
      json.Key(name);
      if (const auto median = MedianMicroseconds(*samples)) {
        json.Double(*median);
      } else {
        json.Null();
      }
    }
    json.EndObject();
  }
  return json.EndArray().EndObject().Take() + "\n";
}

}  // namespace

int ShowTimings(const Options& options, bool json) {
  const auto rows = Measure(options);
  if (!rows.ok()) {
    std::fprintf(stderr, "assay: %s\n", rows.error().ToString().c_str());
    return 1;
  }
  std::fputs(json ? Json(*rows).c_str() : Text(*rows, WantsColour(stdout)).c_str(), stdout);
  return 0;
}

}  // namespace assay
