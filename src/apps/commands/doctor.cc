#include "apps/commands/doctor.h"

#include <cstdio>
#include <map>
#include <span>
#include <utility>

#include "apps/cli/terminal.h"
#include "apps/setup/machine.h"
#include "apps/setup/sandbox_setup.h"
#include "langs/language.h"
#include "model/isolation.h"
#include "sandbox/tiers/ladder.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// What the probe of one tier found, and whether it may be used.
struct TierView {
  const Tier* tier;
  HostReport report;
  Status may;
};

struct Isolation {
  std::vector<TierView> tiers;       // all, the best first
  const TierView* chosen = nullptr;  // null: none may be used
  const TierView* shown = nullptr;   // the chosen one, or that which is nearest to what was asked
};

Isolation Examine(const Options& options) {
  Isolation isolation;
  for (const Tier* tier : Tiers()) {
    HostReport report = tier->probe();
    Status may = MayUse(*tier, report, options.allow_weak == "on");
    isolation.tiers.push_back({tier, std::move(report), std::move(may)});
  }
  for (const TierView& view : isolation.tiers) {
    const bool asked = options.tier == view.tier->name ||
                       (options.tier == kBestTier && view.tier->only_by_name.empty());
    if (!asked) continue;
    if (isolation.shown == nullptr) isolation.shown = &view;
    if (!view.may.ok()) continue;
    isolation.chosen = isolation.shown = &view;
    break;
  }
  return isolation;
}

std::string TierName(const Isolation& isolation) {
  return isolation.chosen != nullptr ? std::string(isolation.chosen->tier->name) : "none";
}

std::string_view StateOf(const TierView& view) {
  if (!view.tier->built()) return "not built";
  if (!view.may.ok()) return "no";
  if (!view.tier->only_by_name.empty()) return "by name";
  return view.report.weak ? "weak" : "stands";
}

std::string Listed(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    text += text.empty() ? "" : ", ";
    text += word;
  }
  return text.empty() ? "none" : text;
}

void WriteFeatures(const HostReport& report, JsonWriter* json) {
  json->Key("problem").Bytes(report.problem).Key("features").BeginArray();
  for (const HostFeature& feature : report.features) {
    json->BeginObject().Key("name").Bytes(feature.name).Key("available").Bool(feature.available);
    json->Key("required").Bool(feature.required).Key("detail").Bytes(feature.detail);
    json->Key("consequence").Bytes(feature.consequence);
    json->Key("remedy").Bytes(feature.remedy).EndObject();
  }
  json->EndArray();
}

// Whether the tier has boxes that stay.
bool KeepsBoxes(const Isolation& isolation) {
  return isolation.chosen != nullptr && !isolation.chosen->tier->live_steps.empty();
}

void WriteTiers(const Isolation& isolation, JsonWriter* json) {
  json->Key("tiers").BeginArray();
  for (const TierView& view : isolation.tiers) {
    json->BeginObject().Key("name").String(view.tier->name);
    json->Key("built").Bool(view.tier->built());
    json->Key("stands").Bool(view.report.allowed);
    json->Key("weakness").Bytes(view.report.weakness);
    json->Key("only_by_name").String(view.tier->only_by_name);
    json->Key("approximate_limits").BeginArray();
    for (const std::string_view limit : ApproximateLimits(view.tier->name)) json->String(limit);
    json->EndArray();
    WriteFeatures(view.report, json);
    json->EndObject();
  }
  json->EndArray();
}

// The ladder, and what to do about each missing step.
std::string TiersText(const Isolation& isolation, bool colours) {
  TextTable table({{"tier"}, {""}, {"estimated limits"}, {"missing here"}});
  std::string remedies;
  for (const TierView& view : isolation.tiers) {
    const Colour colour = view.may.ok() ? Colour::kGreen : Colour::kYellow;
    std::string missing = view.report.weakness;
    for (const HostFeature& feature : view.report.features) {
      if (feature.available || !feature.required) continue;
      missing += (missing.empty() ? "" : ", ") + feature.name;
      if (feature.remedy.empty()) continue;
      remedies += "  " + std::string(view.tier->name) + ", " + feature.name + " (" +
                  feature.detail + "): " + feature.remedy + '\n';
    }
    table.AddRow({{std::string(view.tier->name)},
                  {std::string(StateOf(view)), colour},
                  {Listed(ApproximateLimits(view.tier->name))},
                  {missing}});
  }
  std::string text = table.Render(colours) + '\n';
  if (!remedies.empty()) {
    text += Paint("what would help", Colour::kBold, colours) + '\n' + remedies + '\n';
  }
  return text;
}

// What is there of the languages, and which of it can be relied on.
struct Languages {
  std::vector<Toolchain> toolchains;
  std::map<std::string, SelfTestResult> self_tests;  // of each that has one
  std::string untested;                              // why there are none

  SelfTestResult SelfTestOf(const std::string& language) const {
    const auto found = self_tests.find(language);
    return found == self_tests.end() ? SelfTestResult{} : found->second;
  }
};

// Every toolchain's self-test needs all that a server is made of.
Languages ExamineLanguages(const Options& options, bool can_run) {
  Languages languages;
  if (can_run && options.toolchain_self_test == "on") {
    auto machine = Machine::Create(options, PrecompiledHeaderUse::kAsItIs);
    if (machine.ok()) {
      (*machine)->RunSelfTests();
      languages.toolchains = (*machine)->toolchains();
      for (const Toolchain& toolchain : languages.toolchains) {
        languages.self_tests[toolchain.language] = (*machine)->self_tests().Of(toolchain.language);
      }
      return languages;
    }
    languages.untested = machine.error().ToString();
  } else {
    languages.untested = can_run ? "off, as asked" : "no box can be made";
  }
  languages.toolchains = LanguageTable(options.language_config, options.languages).Probe();
  return languages;
}

std::string ReportJson(const Isolation& isolation, const Languages& languages,
                       const PythonSavings& savings) {
  const HostReport& report = isolation.shown->report;
  JsonWriter json;
  json.BeginObject().Key("tier").String(TierName(isolation));
  json.Key("trustworthy").Bool(isolation.chosen != nullptr);
  json.Key("sandboxes").Bool(KeepsBoxes(isolation));
  WriteFeatures(report, &json);
  WriteTiers(isolation, &json);
  json.Key("not_enforced").BeginArray();
  for (const std::string& text : report.not_enforced) json.Bytes(text);
  json.EndArray().Key("toolchains").BeginArray();
  for (const Toolchain& toolchain : languages.toolchains) {
    const SelfTestResult self_test = languages.SelfTestOf(toolchain.language);
    json.BeginObject().Key("language").Bytes(toolchain.language);
    json.Key("available").Bool(toolchain.available).Key("version").Bytes(toolchain.version);
    json.Key("path").Bytes(toolchain.path).Key("problem").Bytes(toolchain.problem);
    json.Key("self_test").String(ToString(self_test.state));
    json.Key("self_test_problem").Bytes(self_test.problem).EndObject();
  }
  json.EndArray().Key("self_tests_not_run").Bytes(languages.untested);
  for (const auto& [key, settled] : {std::pair("python_quick_end", &savings.quick_end),
                                     std::pair("restore", &savings.restore)}) {
    json.Key(key).BeginObject().Key("on").Bool(settled->on);
    json.Key("why").Bytes(settled->why).EndObject();
  }
  return json.EndObject().Take();
}

TextTable::Cell SelfTestCell(const SelfTestResult& result) {
  switch (result.state) {
    case SelfTestState::kPassed: return {"passed", Colour::kGreen};
    case SelfTestState::kFailed: return {"FAILED", Colour::kRed};
    case SelfTestState::kPending: return {"not run", Colour::kYellow};
    case SelfTestState::kOff: break;
  }
  return {""};
}

std::string LanguagesText(const Languages& languages, bool colours) {
  TextTable table({{"language"}, {""}, {"self-test"}, {"toolchain"}, {"path or problem"}});
  std::string failures;
  for (const Toolchain& toolchain : languages.toolchains) {
    const SelfTestResult self_test = languages.SelfTestOf(toolchain.language);
    table.AddRow({{toolchain.language},
                  toolchain.available ? TextTable::Cell{"ok", Colour::kGreen}
                                      : TextTable::Cell{"no", Colour::kYellow},
                  SelfTestCell(self_test),
                  {toolchain.version},
                  {toolchain.available ? toolchain.path : toolchain.problem}});
    if (self_test.state == SelfTestState::kFailed) {
      failures += "  " + toolchain.language + ": " + self_test.problem + '\n';
    }
  }
  std::string text = table.Render(colours) + '\n';
  if (!failures.empty()) {
    text += Paint("toolchains whose verdicts can't be trusted", Colour::kRed, colours) + '\n' +
            failures + '\n';
  }
  if (!languages.untested.empty()) {
    text += "self-tests of the toolchains: not run; " + languages.untested + "\n\n";
  }
  return text;
}

std::string ReportText(const Isolation& isolation, const Languages& languages,
                       const PythonSavings& savings, bool colours) {
  const HostReport& report = isolation.shown->report;
  TextTable features({{"isolation: " + std::string(isolation.shown->tier->name)},
                      {""},
                      {"what was found"},
                      {"without it"}});
  for (const HostFeature& feature : report.features) {
    const Colour bad = feature.required ? Colour::kRed : Colour::kYellow;
    features.AddRow(
        {{feature.name},
         feature.available ? TextTable::Cell{"ok", Colour::kGreen} : TextTable::Cell{"no", bad},
         {feature.detail},
         {feature.available ? "" : feature.consequence}});
  }
  std::string text = features.Render(colours) + '\n' + TiersText(isolation, colours) +
                     LanguagesText(languages, colours);
  if (!report.not_enforced.empty()) {
    text += Paint("not enforced by this tier", Colour::kBold, colours) + '\n';
    for (const std::string& line : report.not_enforced) text += "  " + line + '\n';
    text += '\n';
  }
  for (const auto& [what, settled] :
       {std::pair("quick end of forked Python runs", &savings.quick_end),
        std::pair("restoring Python between the tests of a submission", &savings.restore)}) {
    text += std::string(what) + ": " + (settled->on ? "on" : "off") + "; " + settled->why + '\n';
  }
  const bool trusted = isolation.chosen != nullptr;
  text += "tier: " + Paint(TierName(isolation), trusted ? Colour::kGreen : Colour::kRed, colours);
  text += trusted ? "; verdicts of this host can be trusted\n"
                  : "; no verdict of this host could be trusted, so Assay doesn't judge here\n";
  text +=
      std::string("sandboxes that live: ") + (KeepsBoxes(isolation) ? "yes" : "not here") + '\n';
  if (trusted) return text;
  if (!isolation.shown->may.ok()) text += isolation.shown->may.error().message + '\n';
  for (const TierView& view : isolation.tiers) {
    if (view.may.ok()) text += OnlyByName(*view.tier) + '\n';
  }
  return text;
}

}  // namespace

int Doctor(const Options& options, bool json) {
  const Isolation isolation = Examine(options);
  const bool trusted = isolation.chosen != nullptr;
  const Languages languages = ExamineLanguages(options, trusted);
  const Settled none{false, "no box can be made"};
  PythonSavings savings{none, none};
  if (trusted) {
    const LanguageTable table(options.language_config, options.languages);
    auto sandbox = SandboxOptionsOf(options, table);
    const Settled failed{false, sandbox.ok() ? "" : sandbox.error().ToString()};
    savings =
        sandbox.ok() ? SettlePythonSavings(options, &*sandbox) : PythonSavings{failed, failed};
  }
  std::fputs(json ? (ReportJson(isolation, languages, savings) + '\n').c_str()
                  : ReportText(isolation, languages, savings, WantsColour(stdout)).c_str(),
             stdout);
  return trusted ? 0 : 1;
}

}  // namespace assay
