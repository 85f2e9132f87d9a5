#include "apps/cli/help_format.h"

#include <algorithm>

#include "text/utf8.h"

namespace assay {
namespace {

// The help of all commands is indented by two more.
constexpr size_t kWidth = 78;
constexpr size_t kNameWidth = 26;

// A name, and what it means beside it or, when the name is long, below.
std::string TwoColumns(const std::string& name, const std::string& text) {
  std::string out = name;
  const size_t length = CountUtf8Characters(name);
  if (text.empty()) return out + '\n';
  out += length + 2 <= kNameWidth ? std::string(kNameWidth - length, ' ')
                                  : '\n' + std::string(kNameWidth, ' ');
  return out + Wrapped(text, kWidth - kNameWidth, kNameWidth) + '\n';
}

class Narrow final : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool positional) const override {
    return TwoColumns("  " + make_option_name(option, positional) + make_option_opts(option),
                      make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return TwoColumns("  " + command->get_name(), command->get_description());
  }
  std::string make_description(const CLI::App* command) const override {
    return Wrapped(command->get_description(), kWidth, 0) + '\n';
  }
};

}  // namespace

std::string Wrapped(std::string_view text, size_t width, size_t indent) {
  std::string out;
  size_t column = 0;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = text.substr(start, end - start);
    start = end + 1;
    if (word.empty()) continue;
    const size_t length = CountUtf8Characters(word);
    if (column > 0 && column + 1 + length > width) {
      out += '\n' + std::string(indent, ' ');
      column = 0;
    }
    if (column > 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
  }
  return out;
}

std::shared_ptr<CLI::Formatter> NarrowHelp() {
  return std::make_shared<Narrow>();
}

}  // namespace assay
