// The command line described for others than the reader of --help: completion scripts for shells
// and a manual page. Both are made from the same CLI::App that parses, so that they know what it
// knows.
//
// Pure; used by the main thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace assay {

// The values an option may have, by its name without dashes; empty: anything, such as a file.
using Choices = std::function<std::vector<std::string_view>(std::string_view option)>;

// "bash", "zsh", "fish".
const std::vector<std::string>& ShellNames();
// REQUIRES: `shell` is one of ShellNames().
std::string CompletionScript(std::string_view shell, const CLI::App& app, const Choices& choices);

// Section 1, in roff's man macros. `version` is shown at the foot.
std::string ManualPage(const CLI::App& app, std::string_view version);

}  // namespace assay
