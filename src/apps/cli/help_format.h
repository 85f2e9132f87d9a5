// How --help is laid out: two columns that keep within 80, whatever the length of a name or a text.
// CLI11's own leaves long lines as they are.
//
// Pure; used by the main thread.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>

namespace assay {

// `text` in lines of at most `width` characters, broken at blanks; lines after the first begin with
// `indent` blanks. A word that is longer than a line has one for itself.
std::string Wrapped(std::string_view text, size_t width, size_t indent);

std::shared_ptr<CLI::Formatter> NarrowHelp();

}  // namespace assay
