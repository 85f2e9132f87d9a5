#include "base/text.h"
#include "langs/entries/scripting/scripting.h"

namespace assay {
namespace {

constexpr LanguageOption kPhp = {"php", "/usr/bin/php", "PHP interpreter"};
constexpr char kSource[] = "main.php";

// Whether a line begins with the tag behind which PHP's code is: after "#!", or after text that is
// printed as it is.
bool HasOpeningTag(std::string_view code) {
  const std::string lower = AsciiLower(code);
  return StartsWith(lower, "<?php") || lower.find("\n<?php") != std::string::npos;
}

// Code without the tag would be printed instead of run.
Status LayoutPhp(const Problem&, std::string_view code, ProgramLayout* layout) {
  while (!code.empty() && std::string_view(" \t\r\n\v\f").find(code[0]) != code.npos) {
    code.remove_prefix(1);
  }
  layout->sources = {
      {kSource, Blob::FromString((HasOpeningTag(code) ? "" : "<?php\n") + std::string(code))}};
  layout->main = kSource;
  return {};
}

LanguageTools Tools(const LanguageConfig& config) {
  const std::string php = config.Text(kPhp);
  return {.source = kSource,
          .run = {php, "-f", "{main}"},
          .version_argv = {php, "--version"},
          .programs = {php},
          .whole = LayoutPhp};
}

}  // namespace

LanguageEntry PhpLanguage() {
  return {.id = "php",
          .aliases = {"php8"},
          .extensions = {".php"},
          .time_multiplier = 2,
          .fences = {"php"},
          .peer_fences = {{"php", {{"php", "Php", "PHP"}}}},
          .options = {kPhp},
          .install_hint = "apt install php-cli",
          // Debian's settings leave assert() out.
          .self_test = {.right = "<?php\necho \"ok\\n\";\n",
                        .assertion = "<?php\nif (1 + 1 !== 3) throw new AssertionError('sum');\n",
                        .broken = "<?php\necho \"ok\" echo;\n",
                        .crash = "<?php\necho intdiv(1, 0);\n",
                        .assertion_sign = "AssertionError"},
          .tools = Tools};
}

}  // namespace assay
