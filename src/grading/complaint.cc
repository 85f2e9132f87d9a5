#include "grading/complaint.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "text/excerpt.h"

namespace assay {
namespace {

// What is looked at: the end of what a program wrote, the beginning of what a compiler did.
constexpr size_t kLooked = 16 << 10;
constexpr size_t kShown = 200;

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (!TrimAsciiSpace(text.substr(0, end)).empty()) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Lines that come behind the one that says what happened: the frames of Java and Node, Node's
// version, and the fields of an error that Node prints in braces.
class Trailer {
 public:
  // Asked from the last line backwards.
  bool Has(std::string_view line) {
    const std::string_view text = TrimAsciiSpace(line);
    const bool indented = line.front() == ' ' || line.front() == '\t';
    if (text == "}") {
      in_braces_ = !indented;
      return true;
    }
    if (StartsWith(text, "at ") && indented) {
      in_braces_ = false;
      return true;
    }
    return (in_braces_ && indented) || StartsWith(text, "Node.js v") || StartsWith(text, "... ") ||
           text == "Require stack:" || StartsWith(text, "- /");
  }

 private:
  bool in_braces_ = false;
};

// What stands between the two marks; the second may be the end of a word.
std::string_view Between(std::string_view line, std::string_view before, std::string_view after) {
  const size_t at = line.find(before);
  if (at == line.npos) return {};
  line.remove_prefix(at + before.size());
  return line.substr(0, line.find_first_of(after));
}

std::string Told(std::string_view line) {
  const std::string shown = Excerpt(TrimAsciiSpace(line), kShown);
  const std::string missing = MissingPart(line);
  return missing.empty() ? ": " + shown : ": " + missing + " (" + shown + ")";
}

}  // namespace

std::string MissingPart(std::string_view line) {
  struct Phrase {
    std::string_view what, before, after;
  };
  constexpr Phrase kPhrases[] = {
      {"module", "ModuleNotFoundError: No module named '", "'"},
      {"module", "Cannot find module '", "'"},
      {"package", "Cannot find package '", "'"},
      {"class", "ClassNotFoundException: ", " \r"},
      {"class", "NoClassDefFoundError: ", " \r"},
      {"library", "error while loading shared libraries: ", ":"},
      {"library", "cannot find -l", ": \r"},
  };
  for (const Phrase& phrase : kPhrases) {
    const std::string_view name = Between(line, phrase.before, phrase.after);
    if (name.empty()) continue;
    return "there is no " + std::string(phrase.what) + " '" + Excerpt(name) + "' on this server";
  }
  if (line.find(": No such file or directory") != line.npos) {
    const std::string_view header = Between(line, "fatal error: ", ":");
    if (!header.empty()) return "there is no header '" + Excerpt(header) + "' on this server";
  }
  if (line.find(" does not exist") != line.npos) {
    const std::string_view package = Between(line, "error: package ", " ");
    if (!package.empty()) return "there is no package '" + Excerpt(package) + "' on this server";
  }
  return {};
}

std::string RunComplaint(std::string_view stderr_bytes) {
  const size_t skipped = stderr_bytes.size() - std::min(stderr_bytes.size(), kLooked);
  const auto lines = Lines(stderr_bytes.substr(skipped));
  if (lines.empty()) return {};
  Trailer trailer;
  const auto telling = std::find_if_not(lines.rbegin(), lines.rend(),
                                        [&](std::string_view line) { return trailer.Has(line); });
  return Told(telling == lines.rend() ? lines.back() : *telling);
}

std::string CompileComplaint(std::string_view stderr_bytes) {
  const auto lines = Lines(stderr_bytes.substr(0, kLooked));
  if (lines.empty()) return {};
  const auto is_error = [](std::string_view line) {
    return line.find("error: ") != line.npos || line.find("Error: ") != line.npos ||
           line.find("cannot find -l") != line.npos;
  };
  const auto first = std::find_if(lines.begin(), lines.end(), is_error);
  return Told(first == lines.end() ? lines.back() : *first);
}

}  // namespace assay
