#include "apps/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>

namespace assay {
namespace {

// "nan" and "inf" are numbers to the parser; as a bound they would be none.
CLI::Validator Finite() {
  const auto check = [](const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool number = end != text.c_str() && *end == '\0';
    return number && !std::isfinite(value) ? "must be a finite number, not " + text : std::string();
  };
  return CLI::Validator(check, "");
}

// To the parser a number that is too large is the largest that there is.
CLI::Validator Representable(bool negative_too) {
  const auto check = [negative_too](const std::string& text) {
    errno = 0;
    if (negative_too) {
      std::strtoll(text.c_str(), nullptr, 0);
    } else {
      std::strtoull(text.c_str(), nullptr, 0);
    }
    return errno == ERANGE ? "no whole number of 64 bits: " + text : std::string();
  };
  return CLI::Validator(check, "");
}

}  // namespace

DeclaredOption& DeclaredOption::Required() {
  option_->required();
  return *this;
}
DeclaredOption& DeclaredOption::OnceEach() {
  option_->allow_extra_args(false);
  return *this;
}
DeclaredOption& DeclaredOption::SplitAt(char delimiter) {
  option_->delimiter(delimiter);
  return *this;
}
DeclaredOption& DeclaredOption::Between(int64_t least, int64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
DeclaredOption& DeclaredOption::Within(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
DeclaredOption& DeclaredOption::OneOf(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}
DeclaredOption& DeclaredOption::FromEnvironment(const std::string& variable) {
  option_->envname(variable);
  return *this;
}
DeclaredOption& DeclaredOption::ShowDefault() {
  option_->capture_default_str();
  return *this;
}
DeclaredOption& DeclaredOption::DefaultText(const std::string& text) {
  option_->option_text(text);
  return *this;
}
DeclaredOption& DeclaredOption::Under(const std::string& heading) {
  option_->group(heading);
  return *this;
}

DeclaredOption CommandLine::Option(const std::string& names, std::string& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about));
}
DeclaredOption CommandLine::Option(const std::string& names, int& value, const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about));
}
DeclaredOption CommandLine::Option(const std::string& names, int64_t& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about)->check(Representable(true)));
}
DeclaredOption CommandLine::Option(const std::string& names, uint64_t& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about)->check(Representable(false)));
}
DeclaredOption CommandLine::Option(const std::string& names, double& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about)->check(Finite()));
}
DeclaredOption CommandLine::Option(const std::string& names, std::optional<std::string>& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about));
}
DeclaredOption CommandLine::Option(const std::string& names, std::optional<int>& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about));
}
DeclaredOption CommandLine::Option(const std::string& names, std::optional<int64_t>& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about)->check(Representable(true)));
}
DeclaredOption CommandLine::Option(const std::string& names, std::optional<double>& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about)->check(Finite()));
}
DeclaredOption CommandLine::Option(const std::string& names, std::vector<std::string>& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about));
}
DeclaredOption CommandLine::Option(const std::string& names, std::vector<int>& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about));
}
DeclaredOption CommandLine::Option(const std::string& names, std::vector<double>& value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option(names, value, about)->check(Finite()));
}
DeclaredOption CommandLine::Flag(const std::string& names, bool& value, const std::string& about) {
  return DeclaredOption(app_->add_flag(names, value, about));
}

DeclaredOption CommandLine::OnText(const std::string& names,
                                   const std::function<void(const std::string&)>& on_value,
                                   const std::string& about) {
  return DeclaredOption(app_->add_option_function<std::string>(names, on_value, about));
}
DeclaredOption CommandLine::OnInt(const std::string& names,
                                  const std::function<void(const int&)>& on_value,
                                  const std::string& about) {
  return DeclaredOption(app_->add_option_function<int>(names, on_value, about));
}
DeclaredOption CommandLine::OnFlag(const std::string& names, const std::function<void()>& on_flag,
                                   const std::string& about) {
  return DeclaredOption(app_->add_flag_callback(names, on_flag, about));
}

CommandLine* CommandLine::Verb(const std::string& name, const std::string& about) {
  verbs_.push_back(std::make_unique<CommandLine>(app_->add_subcommand(name, about)));
  return verbs_.back().get();
}

void CommandLine::NeedsVerb() {
  app_->require_subcommand(1);
}

void CommandLine::PassesOn() {
  app_->fallthrough();
}

void CommandLine::Footer(const std::string& text) {
  app_->footer(text);
}

bool CommandLine::Given() const {
  return app_->parsed();
}

const CLI::App& CommandLine::Whole() const {
  const CLI::App* app = app_;
  while (app->get_parent() != nullptr) app = app->get_parent();
  return *app;
}

Status ParseArguments(const std::string& command, const std::function<void(CommandLine*)>& declare,
                      std::vector<std::string> arguments) {
  CLI::App app(command);
  CommandLine line(&app);
  declare(&line);
  // CLI11 takes the last word first.
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return Error{ErrorCode::kInvalidArgument, "command_line", 0, error.what()};
  }
  return Status();
}

}  // namespace assay
