#include "langs/entries/scripting/ruby_gems.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/text.h"
#include "base/whole_file.h"
#include "langs/entry/made_once.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr char kStage[] = "langs.ruby_gems";

// Of the standard library, and alike without RubyGems (FindOutAboutGems looks at each).
constexpr std::string_view kLibraries[] = {"English", "benchmark", "bigdecimal", "bigdecimal/util",
                                           "date",    "delegate",  "digest",     "forwardable",
                                           "json",    "ostruct",   "pp",         "securerandom",
                                           "set",     "singleton", "stringio",   "strscan",
                                           "time",    "timeout",   "tsort"};

// What RubyGems defines; what reads files or text as code; what tells names that only code of its
// kind has; and what counts objects. Words that end with "methods" and begin with "const" besides.
constexpr std::string_view kWords[] = {
    "Bundler",
    "CROSS_COMPILING",
    "GC",
    "Gem",
    "LOADED_FEATURES",
    "LOAD_PATH",
    "Monitor",
    "MonitorMixin",
    "ObjectSpace",
    "RUBYGEMS_ACTIVATION_MONITOR",
    "RbConfig",
    "RubyVM",
    "SortedSet",
    "TracePoint",
    "__id__",
    "all_symbols",
    "autoload",
    "binding",
    "class_eval",
    "class_exec",
    "create_additions",
    "eval",
    "gem",
    "gem_original_require",
    "instance_eval",
    "instance_method",
    "irb",
    "load",
    "method_defined",
    "module_eval",
    "object_id",
    "private_method_defined",
    "public_method",
    "require_relative",
    "set_trace_func",
    "singleton_method",
    "subclasses",
};

// Take the name of a method, which may be any: fine only where it is written down.
constexpr std::string_view kNamed[] = {"__send__", "method", "public_send", "respond_to", "send"};

// Other names of the lists of what is loaded and from where.
constexpr std::string_view kSigns[] = {"$\"", "$:", "$-I"};

constexpr char kErrorWords[] = "error_highlight";
constexpr char kSuggestions[] = "did_you_mean";

// Behind the libraries, which are its arguments. The last lines are of the errors that the two
// above speak about.
constexpr char kLook[] = R"ruby(
ARGV.each { |name| require name }
ours = %w[CROSS_COMPILING Gem Monitor MonitorMixin RUBYGEMS_ACTIVATION_MONITOR RbConfig]
puts $LOADED_FEATURES.grep_v(%r{/rubygems|/(monitor|rbconfig)\.(rb|so)\z}).sort, $LOAD_PATH
(Object.constants.map(&:to_s) - ours).sort.each { |name|
  type = Object.autoload?(name) || Object.const_get(name)
  next puts(name) unless type.is_a?(Module)
  bound = type.instance_methods(false) + type.private_instance_methods(false)
  puts [name, type.ancestors, (bound - %i[gem gem_original_require]).sort,
        (type.singleton_methods(false) - %i[gem gem_original_require]).sort,
        type.constants(false).map(&:to_s).sort - ours].inspect.gsub(/0x\h+/, "") }
puts global_variables.sort, ENV.to_a.inspect, Thread.list.size, File.open("/dev/null").fileno
puts [$VERBOSE, $DEBUG, $;, $,, $/, $0, Encoding.default_external, Encoding.default_internal,
      Warning[:deprecated], Warning[:experimental]].inspect
puts [Object, NameError, NoMethodError, KeyError, TypeError, LoadError].map(&:ancestors).inspect
puts Kernel.singleton_methods.sort, Object.singleton_methods.sort, TOPLEVEL_BINDING.local_variables
begin; nil.lenght; rescue NameError => error; puts error.message, error.backtrace; end
begin; ourz; rescue NameError => error; puts error.message, error.full_message(highlight: false); end
begin; {far: 1}.fetch(:fra); rescue KeyError => error; puts error.message; end
)ruby";

// Writes the folders that say which gems are installed, when the two starts are the same.
constexpr char kCompare[] =
    "ruby=$0; gems=$1; look=$2; a=$3; b=$4; c=$5; shift 5\n"
    "with=$(\"$ruby\" -e \"$look\" \"$@\" 2>&1) &&\n"
    "  without=$(\"$ruby\" \"$a\" \"$b\" \"$c\" -e \"$look\" \"$@\" 2>&1) ||\n"
    "  { echo \"$with$without\"; exit 1; }\n"
    "[ \"$with\" = \"$without\" ] || { echo 'it differs'; exit 1; }\n"
    "exec \"$ruby\" -e 'puts Gem::Specification.dirs, Gem.default_specifications_dir' > \"$gems\"";

constexpr char kAlike[] = "alike";

bool IsWordChar(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

template <typename List>
bool Holds(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// When something was last added to a folder, and the folder.
std::string StateOf(const std::string& folder) {
  std::error_code error;
  const auto written = fs::last_write_time(folder, error);
  return (error ? "-" : std::to_string(written.time_since_epoch().count())) + ' ' + folder;
}

// What follows a word, without blanks and one bracket.
std::string_view Argument(std::string_view rest) {
  const auto skip_blanks = [&rest] {
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t')) rest.remove_prefix(1);
  };
  skip_blanks();
  if (StartsWith(rest, "(")) rest.remove_prefix(1);
  skip_blanks();
  return rest;
}

// 'set' or "set", and the end of the expression: what goes on behind it may make another name.
bool IsLibrary(std::string_view argument) {
  if (argument.empty() || (argument[0] != '\'' && argument[0] != '"')) return false;
  const size_t end = argument.find(argument[0], 1);
  if (end == argument.npos || !Holds(kLibraries, argument.substr(1, end - 1))) return false;
  argument.remove_prefix(end + 1);
  while (!argument.empty() && std::string_view(" \t\r)").find(argument[0]) != argument.npos) {
    argument.remove_prefix(1);
  }
  return argument.empty() || argument[0] == '\n' || argument[0] == ';' || argument[0] == '#';
}

// :name, whose words are looked at as all are.
bool IsName(std::string_view argument) {
  return argument.size() > 1 && argument[0] == ':' && IsWordChar(argument[1]);
}

bool IsFine(std::string_view word, std::string_view rest) {
  if (word == "require") return IsLibrary(Argument(rest));
  // "respond_to?", which is the question, and not the "respond_to_missing?" that answers it.
  if (word == "respond_to" && StartsWith(rest, "?")) rest.remove_prefix(1);
  if (Holds(kNamed, word)) return IsName(Argument(rest));
  return !Holds(kWords, word) && !word.ends_with("methods") && !StartsWith(word, "const");
}

}  // namespace

bool MayNoticeGems(std::string_view code) {
  // Ruby reads options of its own in the first line.
  if (StartsWith(code, "#!") && code.substr(0, code.find('\n')).find(" -") != code.npos) {
    return true;
  }
  for (std::string_view sign : kSigns) {
    if (code.find(sign) != code.npos) return true;
  }
  for (size_t at = 0; at < code.size();) {
    if (!IsWordChar(code[at])) {
      ++at;
      continue;
    }
    const size_t start = at;
    while (at < code.size() && IsWordChar(code[at])) ++at;
    if (!IsFine(code.substr(start, at - start), code.substr(at))) return true;
  }
  return false;
}

std::vector<std::string> WithoutGems() {
  return {"--disable-gems", std::string("-r") + kErrorWords, std::string("-r") + kSuggestions};
}

std::string KeyOfGems(const std::string& ruby) {
  std::string key = FileState(ruby) + '\0' + kCompare + '\0' + kLook;
  for (const std::string& option : WithoutGems()) key += '\0' + option;
  for (std::string_view library : kLibraries) key.append(1, '\0').append(library);
  return key;
}

Status FindOutAboutGems(const std::string& ruby, const std::string& folder,
                        const std::stop_token& stop) {
  return MakeOnce(folder, {kAlike}, kStage, [&](const std::string& attempt) -> Status {
    const std::string gems = attempt + "/gems";
    // The options are three arguments.
    std::vector<std::string> argv = {"env",
                                     "-i",
                                     "PATH=/usr/local/bin:/usr/bin:/bin",
                                     "HOME=/nowhere",
                                     "LANG=C.UTF-8",
                                     "sh",
                                     "-c",
                                     kCompare,
                                     ruby,
                                     gems,
                                     kLook};
    for (const std::string& option : WithoutGems()) argv.push_back(option);
    for (std::string_view library : kLibraries) argv.emplace_back(library);
    ASSAY_RETURN_IF_ERROR(RunForOnce(argv, "no Ruby without gems by " + ruby, kStage, stop));
    ASSAY_ASSIGN_OR_RETURN(const std::string folders, ReadFile(gems, kStage));
    std::ofstream file(fs::path(attempt) / kAlike);
    std::istringstream lines(folders);
    for (std::string line; std::getline(lines, line);) file << StateOf(line) << '\n';
    file.close();
    if (!file.fail()) return {};
    return Error{ErrorCode::kResource, kStage, 0, "cannot write to " + attempt};
  });
}

bool KnownAlike(const std::string& folder) {
  const auto known = ReadFile(fs::path(folder) / kAlike, kStage);
  if (!known.ok()) return false;
  std::istringstream lines(*known);
  for (std::string line; std::getline(lines, line);) {
    if (StateOf(line.substr(line.find(' ') + 1)) != line) return false;
  }
  return true;
}

}  // namespace assay
