#include "lab/eval/multilang/multipl_program.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "lab/eval/multilang/code_mask.h"
#include "lab/eval/multilang/go_program.h"
#include "lab/eval/shared/answer_code.h"
#include "langs/source/java_source.h"

namespace assay::eval {
namespace {

constexpr size_t kNone = std::string_view::npos;

void CutAt(std::string_view word, std::string* code) {
  const size_t at = word.empty() ? kNone : code->find(word);
  if (at != kNone) code->erase(at);
}

// Trimmed, without the brace that closes the prompt's function.
std::string WithoutFirstBrace(std::string_view tests) {
  tests = TrimAsciiSpace(tests);
  if (StartsWith(tests, "}")) tests.remove_prefix(1);
  return std::string(tests);
}

void RemoveMain(std::string* code) {
  const auto found = FindMain(MaskLiterals(*code));
  if (found) code->erase(found->first, found->second - found->first);
}

// What the prompt's last line defines: the word before its first parenthesis.
std::string EntryName(std::string_view prompt) {
  const std::string_view lines = TrimAsciiSpace(prompt);
  const size_t begin = lines.rfind('\n');
  const std::string_view line = begin == kNone ? lines : lines.substr(begin + 1);
  const size_t open = std::min(line.find('('), line.size());
  size_t end = line.find_last_not_of(" \t", open == 0 ? 0 : open - 1);
  end = end == kNone ? 0 : end + 1;
  const size_t before = line.find_last_of(" \t*&", end == 0 ? 0 : end - 1);
  const size_t first = before == kNone ? 0 : before + 1;
  return std::string(line.substr(first, end > first ? end - first : 0));
}

// Imports first: an answer without a class may still have them.
std::pair<std::string, std::string> SplitImports(std::string_view code) {
  std::pair<std::string, std::string> parts;
  for (size_t at = 0; at < code.size();) {
    const size_t end = std::min(code.find('\n', at), code.size());
    const std::string_view line = code.substr(at, end - at);
    const bool import =
        StartsWith(line, "import ") || StartsWith(line, "using ") || StartsWith(line, "#include");
    (import ? parts.first : parts.second).append(line).append("\n");
    at = end + 1;
  }
  return parts;
}

std::string JoinClass(const MultiplRow& row, std::string code) {
  RemoveMain(&code);
  std::string tests = WithoutFirstBrace(row.tests);
  if (!tests.empty() && tests.back() == '}') tests.pop_back();
  const auto body = FindClassWith(MaskLiterals(code), EntryName(row.prompt));
  if (body) {
    code.insert(body->second, "\n" + tests + "\n");
    return row.language->tests_need_imports ? SplitImports(row.prompt).first + code : code;
  }
  // Only the function: it goes into the class that the prompt opens.
  const size_t open = MaskLiterals(row.prompt).find('{');
  auto [imports, rest] = SplitImports(code);
  return imports + row.prompt.substr(0, open == kNone ? 0 : open + 1) + "\n" + rest + "\n" + tests +
         "\n}\n";
}

// How the prompt begins to define its function, up to the name: "function twice", "boolean twice",
// "(define (twice", "twice <-", "twice()".
std::string SignatureStart(std::string_view prompt) {
  std::string_view line;
  for (prompt = TrimAsciiSpace(prompt); !prompt.empty();) {
    const size_t begin = prompt.rfind('\n');
    line = TrimAsciiSpace(begin == kNone ? prompt : prompt.substr(begin + 1));
    prompt = prompt.substr(0, begin == kNone ? 0 : begin);
    if (!StartsWith(line, "my")) break;  // Perl's parameters come behind the line with the name
  }
  constexpr std::string_view kRacket = "(define (";
  if (StartsWith(line, kRacket)) {
    return std::string(line.substr(0, line.find_first_of(" )", kRacket.size())));
  }
  if (const size_t arrow = line.find("<-"); arrow != kNone) {
    return std::string(line.substr(0, arrow + 2));
  }
  const std::string_view head = TrimAsciiSpace(line.substr(0, line.find_first_of("({")));
  const size_t name = head.find_last_of(" \t");
  if (name == kNone || name == 0) return std::string(head) + "()";
  const size_t before = head.find_last_of(" \t", name - 1);
  return std::string(head.substr(before == kNone ? 0 : before + 1));
}

// Behind PHP's closing tag tests would be printed and not run, and so everything would pass.
void RemoveClosingTag(std::string* code) {
  *code = std::string(TrimAsciiSpace(*code));
  if (code->size() > 2 && code->compare(code->size() - 2, 2, "?>") == 0) {
    code->erase(code->size() - 2);
  }
}

std::string JoinAppended(const MultiplRow& row, std::string code) {
  const std::string& language = row.language->language;
  if (language == "go_test") return GoTestProgram(code, row.tests);
  if (language == "d_ut") RemoveMain(&code);
  if (language == "php") {
    RemoveClosingTag(&code);
    if (!StartsWith(code, "<?")) code = "<?php\n" + code;
  }
  if (language == "racket" && code.find("#lang") == kNone) code = "#lang racket\n" + code;
  return code + "\n" + row.tests;
}

}  // namespace

bool Defines(const MultiplRow& row, std::string_view code) {
  return FindWord(code, SignatureStart(row.prompt)) != kNone;
}

std::string CompletionProgram(const MultiplRow& row, std::string_view completion) {
  return row.prompt + std::string(CutAtStop(completion, row.stops)) + "\n" + row.tests;
}

std::string PeerChatProgram(const MultiplRow& row, std::string_view code) {
  const MultiplLanguage& language = *row.language;
  std::string completion(code);
  if (language.peer_stops) {
    completion.erase(std::remove(completion.begin(), completion.end(), '\r'), completion.end());
    const auto cut_and_trim = [&completion](std::string_view word) {
      if (completion.find(word) == std::string::npos) return;
      CutAt(word, &completion);
      completion = std::string(TrimAsciiSpace(completion));
    };
    if (language.language == "cpp") cut_and_trim("int main()");
    cut_and_trim("# Example usage");
    std::vector<std::string> stops = row.stops;
    stops.erase(std::remove(stops.begin(), stops.end(), "\n\n"), stops.end());
    completion = std::string(CutAtStop(completion, stops));
  }
  CutAt(language.peer_main, &completion);
  if (language.language == "php") RemoveClosingTag(&completion);
  std::string program = language.peer_prelude + "\n" + completion + "\n" + row.tests;
  if (language.language == "go_test") return PeerGoProgram(program);
  if (language.peer_file_is_no_types) {
    // Ours is named after the first public type, whichever that is; a second is an error anywhere.
    const std::string name = ScanJava(program).public_type;
    if (!name.empty()) program += "\npublic class " + name + "InAFileOfAnotherName {}\n";
  }
  return program;
}

std::string OwnChatProgram(const MultiplRow& row, std::string_view code) {
  std::string own(code);
  switch (row.language->join) {
    case TestsJoin::kAppended: return JoinAppended(row, std::move(own));
    case TestsJoin::kFunction:
      if (row.language->language != "bash") RemoveMain(&own);
      if (row.language->tests_need_imports) own.insert(0, SplitImports(row.prompt).first);
      return own + "\n" + WithoutFirstBrace(row.tests) + "\n";
    case TestsJoin::kClass: return JoinClass(row, std::move(own));
  }
  return own;
}

}  // namespace assay::eval
