#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "apps/cli/describe.h"
#include "apps/cli/described_app.h"
#include "base/text.h"

namespace assay {
namespace {

// The character at `at`, which begins one beyond ASCII, by its number; and how many bytes it has.
std::string NumberedCharacter(std::string_view text, size_t at, size_t* bytes) {
  const auto lead = static_cast<unsigned char>(text[at]);
  *bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  uint32_t code = lead & (0xffU >> (*bytes + 1));
  for (size_t i = at + 1; i < std::min(at + *bytes, text.size()); ++i) {
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  return fmt::format("\\[u{:04X}]", code);
}

// Text as roff reads it back: hyphens that can be copied, backslashes, characters beyond ASCII by
// their numbers, and no line that begins with what would be a request.
std::string Roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x80) {
      size_t bytes = 1;
      out += NumberedCharacter(text, i, &bytes);
      i += bytes - 1;
      line_begins = false;
      continue;
    }
    if (line_begins && c == '.') out += "\\&";
    line_begins = c == '\n';
    if (c == '-') {
      out += "\\-";
    } else if (c == '\\') {
      out += "\\e";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
  }
  return out;
}

std::string OptionEntry(const DescribedOption& option) {
  std::string names;
  const auto add = [&](const std::string& name) {
    names += (names.empty() ? "\\fB" : ", \\fB") + Roff(name) + "\\fR";
  };
  for (const std::string& name : option.short_names) add("-" + name);
  for (const std::string& name : option.long_names) add("--" + name);
  if (option.takes_value) names += " \\fIvalue\\fR";
  return ".TP\n" + names + "\n" + Roff(option.about) + "\n";
}

std::string CommandSection(const std::string& program, const DescribedCommand& command) {
  std::string arguments;
  for (const DescribedOption& argument : command.arguments) {
    arguments += " [\\fI" + Roff(argument.long_names[0]) + "\\fR]";
  }
  std::string out = fmt::format(".SS {0} {1}\n.B {0} {1}\n[options]{2}\n.PP\n{3}\n", program,
                                Roff(command.name), arguments, Roff(command.about));
  for (const DescribedOption& argument : command.arguments) {
    out += ".TP\n\\fI" + Roff(argument.long_names[0]) + "\\fR\n" + Roff(argument.about) + "\n";
  }
  for (const DescribedOption& option : command.options) out += OptionEntry(option);
  return out;
}

}  // namespace

std::string ManualPage(const CLI::App& app, std::string_view version) {
  const DescribedCommand described = Describe(app);
  std::string upper = described.name;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string out = fmt::format(
      ".TH {} 1 \"\" \"{} {}\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.B {}\n\\fIcommand\\fR "
      "[options]\n",
      upper, described.name, Roff(version), described.name, Roff(described.about), described.name);
  out += ".SH COMMANDS\n";
  for (const DescribedCommand& command : DescribeCommands(app)) {
    out += CommandSection(described.name, command);
  }
  out += ".SH OPTIONS\n";
  for (const DescribedOption& option : described.options) out += OptionEntry(option);
  out +=
      ".SH ENVIRONMENT\n"
      "Options that stand in the table of \\fB\\-\\-help\\fR can be set as variables, too: "
      "\\fBASSAY_MAX_QUEUE\\fR for \\fB\\-\\-max\\-queue\\fR. The command line comes before the "
      "environment, and that before the file of \\fB\\-\\-config\\fR.\n"
      ".SH EXIT STATUS\n"
      "0: all is as expected; 1: something is not; 2: wrong usage; 3: there is no verdict; 130: "
      "interrupted.\n";
  return out;
}

}  // namespace assay
