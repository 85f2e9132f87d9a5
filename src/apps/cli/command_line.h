// CommandLine: the options, arguments and verbs of a command, declared by what they fill. All of
// CLI11 that commands need, behind a header without it: CLI11 has its code in its headers, and each
// source that includes them takes seven seconds more to compile.
//
// What an option fills outlives the parsing. Used by the main thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace assay {

// An option that was declared. A handle: copies are the same option, valid as long as its command.
class DeclaredOption {
 public:
  explicit DeclaredOption(CLI::Option* option) : option_(option) {}

  DeclaredOption& Required();
  // A list has one value for each time that its name is given, and takes no argument behind that.
  DeclaredOption& OnceEach();
  DeclaredOption& SplitAt(char delimiter);
  DeclaredOption& Between(int64_t least, int64_t most);
  DeclaredOption& Within(double least, double most);
  DeclaredOption& OneOf(const std::vector<std::string>& values);
  DeclaredOption& FromEnvironment(const std::string& variable);
  // --help shows the value that is there now, or this text, as the default.
  DeclaredOption& ShowDefault();
  DeclaredOption& DefaultText(const std::string& text);
  // The heading under which --help has it.
  DeclaredOption& Under(const std::string& heading);

 private:
  CLI::Option* option_;
};

class CommandLine {
 public:
  // `app` outlives it.
  explicit CommandLine(CLI::App* app) : app_(app) {}
  CommandLine(const CommandLine&) = delete;

  // `names`: "--name", "-n,--name", or "name" for an argument by its place. `about` says what it is
  // for, and its default in brackets at the end.
  DeclaredOption Option(const std::string& names, std::string& value, const std::string& about);
  DeclaredOption Option(const std::string& names, int& value, const std::string& about);
  DeclaredOption Option(const std::string& names, int64_t& value, const std::string& about);
  DeclaredOption Option(const std::string& names, uint64_t& value, const std::string& about);
  DeclaredOption Option(const std::string& names, double& value, const std::string& about);
  DeclaredOption Option(const std::string& names, std::optional<std::string>& value,
                        const std::string& about);
  DeclaredOption Option(const std::string& names, std::optional<int>& value,
                        const std::string& about);
  DeclaredOption Option(const std::string& names, std::optional<int64_t>& value,
                        const std::string& about);
  DeclaredOption Option(const std::string& names, std::optional<double>& value,
                        const std::string& about);
  DeclaredOption Option(const std::string& names, std::vector<std::string>& value,
                        const std::string& about);
  DeclaredOption Option(const std::string& names, std::vector<int>& value,
                        const std::string& about);
  DeclaredOption Option(const std::string& names, std::vector<double>& value,
                        const std::string& about);
  DeclaredOption Flag(const std::string& names, bool& value, const std::string& about);

  // These are called with what was given.
  DeclaredOption OnText(const std::string& names,
                        const std::function<void(const std::string&)>& on_value,
                        const std::string& about);
  DeclaredOption OnInt(const std::string& names, const std::function<void(const int&)>& on_value,
                       const std::string& about);
  DeclaredOption OnFlag(const std::string& names, const std::function<void()>& on_flag,
                        const std::string& about);

  // A command of its own below this one, which it lives as long as.
  CommandLine* Verb(const std::string& name, const std::string& about);
  void NeedsVerb();
  // Options of the command above may stand behind this one, too.
  void PassesOn();
  void Footer(const std::string& text);

  // Whether this command was given. After the parsing.
  bool Given() const;
  // The command line of the whole program.
  const CLI::App& Whole() const;

 private:
  CLI::App* const app_;
  std::vector<std::unique_ptr<CommandLine>> verbs_;
};

// A command's arguments that come from elsewhere than argv, in their order. kInvalidArgument: what
// is wrong with them.
Status ParseArguments(const std::string& command, const std::function<void(CommandLine*)>& declare,
                      std::vector<std::string> arguments);

}  // namespace assay
