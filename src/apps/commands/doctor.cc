#include "apps/commands/doctor.h"

#include <cstdio>

#include "apps/cli/terminal.h"
#include "apps/setup/sandbox_setup.h"
#include "langs/language.h"
#include "sandbox/tiers/tier.h"
#include "text/json_writer.h"

namespace assay {
namespace {

std::string TierName(const HostReport& report) {
  return report.allowed ? std::string(PrivilegedTier().name) : "none";
}

std::string ReportJson(const HostReport& report, const std::vector<Toolchain>& toolchains,
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
  for (const Toolchain& toolchain : toolchains) {
    json.BeginObject().Key("language").Bytes(toolchain.language);
    json.Key("available").Bool(toolchain.available).Key("version").Bytes(toolchain.version);
    json.Key("path").Bytes(toolchain.path).Key("problem").Bytes(toolchain.problem).EndObject();
  }
  json.EndArray().Key("python_quick_end").BeginObject().Key("on").Bool(quick_end.on);
  return json.Key("why").Bytes(quick_end.why).EndObject().EndObject().Take();
}

std::string ReportText(const HostReport& report, const std::vector<Toolchain>& toolchains,
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
  TextTable languages({{"language"}, {""}, {"toolchain"}, {"path or problem"}});
  for (const Toolchain& toolchain : toolchains) {
    languages.AddRow({{toolchain.language},
                      toolchain.available ? TextTable::Cell{"ok", Colour::kGreen}
                                          : TextTable::Cell{"no", Colour::kYellow},
                      {toolchain.version},
                      {toolchain.available ? toolchain.path : toolchain.problem}});
  }
  std::string text = features.Render(colours) + '\n' + languages.Render(colours) + '\n';
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
  const LanguageTable languages(options.language_config, options.languages);
  const std::vector<Toolchain> toolchains = languages.Probe();
  QuickEnd quick_end{false, "no box can be made"};
  if (report.allowed) {
    SandboxOptions sandbox = SandboxOptionsOf(options, languages);
    quick_end = SettleQuickEnd(options, &sandbox);
  }
  std::fputs(json ? (ReportJson(report, toolchains, quick_end) + '\n').c_str()
                  : ReportText(report, toolchains, quick_end, WantsColour(stdout)).c_str(),
             stdout);
  return report.allowed ? 0 : 1;
}

}  // namespace assay
