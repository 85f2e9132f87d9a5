#include "apps/settings/options_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/enum_names.h"

namespace assay {
namespace {

constexpr std::array<std::string_view, 9> kReloaded = {
    "agent-maxconn", "agent-weight", "allowed-hosts",   "drain-timeout-s", "log-format",
    "log-level",     "max-body-mb",  "peer-token-file", "peers",
};

constexpr auto kSourceNames =
    MakeEnumNames<OptionSource>({{OptionSource::kDefault, "default"},
                                 {OptionSource::kFile, "file"},
                                 {OptionSource::kEnvironment, "environment"},
                                 {OptionSource::kFlag, "flag"}});
static_assert(kSourceNames.IsWholeUpTo(OptionSource::kFlag));

}  // namespace

bool Reloads(std::string_view name) {
  return std::find(kReloaded.begin(), kReloaded.end(), name) != kReloaded.end();
}

std::string_view SourceName(OptionSource source) {
  return kSourceNames.NameOf(source);
}

std::string WithoutPasswords(std::string_view text) {
  std::string shown;
  while (true) {
    const size_t scheme = text.find("://");
    if (scheme == std::string_view::npos) return shown.append(text);
    const size_t begin = scheme + 3;
    const size_t end = std::min(text.find_first_of("/?#, ", begin), text.size());
    const size_t at = text.substr(begin, end - begin).rfind('@');
    shown.append(text.substr(0, begin));
    if (at != std::string_view::npos) shown.append("***");
    const size_t rest = at == std::string_view::npos ? begin : begin + at;
    shown.append(text.substr(rest, end - rest));
    text.remove_prefix(end);
  }
}

std::vector<OptionValue> ReportOptions(const Options& options) {
  std::vector<OptionValue> values;
  for (const OptionSpec& spec : OptionTable()) {
    const auto source = options.sources.find(spec.name);
    values.push_back({&spec, WithoutPasswords(spec.ValueText(options)),
                      source == options.sources.end() ? OptionSource::kDefault : source->second});
  }
  return values;
}

std::string OptionsMarkdown() {
  std::string text =
      "| option | default | reload | |\n"
      "|---|---|---|---|\n";
  for (const OptionSpec& spec : OptionTable()) {
    const std::string fallback = spec.DefaultText();
    std::string help(spec.help);
    // What Markdown would take for a cell's end, or for a tag.
    for (size_t at = help.find_first_of("|<"); at != std::string::npos;
         at = help.find_first_of("|<", at + 2)) {
      help.insert(at, "\\");
    }
    text += fmt::format("| `--{}` | {} | {} | {} |\n", spec.name,
                        fallback.empty() ? "" : "`" + fallback + "`",
                        Reloads(spec.name) ? "yes" : "no", help);
  }
  return text;
}

}  // namespace assay
