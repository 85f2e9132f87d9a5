#include "apps/commands/doctor.h"

#include <cstdio>
#include <map>

#include "apps/cli/terminal.h"
#include "apps/setup/machine.h"
#include "apps/setup/sandbox_setup.h"
#include "langs/language.h"
#include "sandbox/tiers/tier.h"
#include "text/json_writer.h"

namespace assay {
namespace {

std::string TierName(const HostReport& report) {
  return report.allowed ? std::string(PrivilegedTier().name) : "none";
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

std::string ReportJson(const HostReport& report, const Languages& languages,
                       const QuickEnd& quick_end) {
  JsonWriter json;
  json.BeginObject().Key("tier").String(TierName(report));
  json.Key("trustworthy").Bool(report.allowed);
  json.Key("problem").Bytes(report.problem).Key("features").BeginArray();
  for (const HostFeature& feature : report.features) {
    json.BeginObject().Key("name").Bytes(feature.name).Key("available").Bool(feature.available);
    json.Key("required").Bool(feature.required).Key("detail").Bytes(feature.detail);
    json.Key("consequence").Bytes(feature.consequence).EndObject();
  }
  json.EndArray().Key("not_enforced").BeginArray();
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
  json.Key("python_quick_end").BeginObject().Key("on").Bool(quick_end.on);
  return json.Key("why").Bytes(quick_end.why).EndObject().EndObject().Take();
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

std::string ReportText(const HostReport& report, const Languages& languages,
                       const QuickEnd& quick_end, bool colours) {
  TextTable features({{"isolation"}, {""}, {"what was found"}, {"without it"}});
  for (const HostFeature& feature : report.features) {
    const Colour bad = feature.required ? Colour::kRed : Colour::kYellow;
    features.AddRow(
        {{feature.name},
         feature.available ? TextTable::Cell{"ok", Colour::kGreen} : TextTable::Cell{"no", bad},
         {feature.detail},
         {feature.available ? "" : feature.consequence}});
  }
  std::string text = features.Render(colours) + '\n' + LanguagesText(languages, colours);
  if (!report.not_enforced.empty()) {
    text += Paint("not enforced by this tier", Colour::kBold, colours) + '\n';
    for (const std::string& line : report.not_enforced) text += "  " + line + '\n';
    text += '\n';
  }
  text += std::string("quick end of forked Python runs: ") + (quick_end.on ? "on" : "off") + "; " +
          quick_end.why + '\n';
  const bool trusted = report.allowed;
  text += "tier: " + Paint(TierName(report), trusted ? Colour::kGreen : Colour::kRed, colours);
  text += trusted ? "; verdicts of this host can be trusted\n"
                  : "; no verdict of this host could be trusted, so Assay doesn't judge here\n";
  if (!report.problem.empty()) text += report.problem + '\n';
  return text;
}

}  // namespace

int Doctor(const Options& options, bool json) {
  const HostReport report = PrivilegedTier().probe();
  const Languages languages = ExamineLanguages(options, report.allowed);
  QuickEnd quick_end{false, "no box can be made"};
  if (report.allowed) {
    const LanguageTable table(options.language_config, options.languages);
    SandboxOptions sandbox = SandboxOptionsOf(options, table);
    quick_end = SettleQuickEnd(options, &sandbox);
  }
  std::fputs(json ? (ReportJson(report, languages, quick_end) + '\n').c_str()
                  : ReportText(report, languages, quick_end, WantsColour(stdout)).c_str(),
             stdout);
  return report.allowed ? 0 : 1;
}

}  // namespace assay
