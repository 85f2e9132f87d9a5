#include "logic/response.h"

#include <algorithm>

#include "logic/model/answer.h"

namespace assay::logic {
namespace {

constexpr std::string_view kThoughtsEnd = "</think>";
constexpr std::string_view kFence = "```";
constexpr size_t kShortestFence = 3;
constexpr std::string_view kBoxed = "\\boxed{";
constexpr std::string_view kText = "\\text{";
constexpr std::string_view kTag = "<answer>";
constexpr std::string_view kTagEnd = "</answer>";

// Backticks or tildes, three or more; empty where a text begins with none.
std::string_view FenceOf(std::string_view text) {
  if (text.empty() || (text[0] != '`' && text[0] != '~')) return {};
  const std::string_view run =
      text.substr(0, std::min(text.find_first_not_of(text[0]), text.size()));
  return run.size() >= kShortestFence ? run : std::string_view();
}

// Where the block that `fence` opened ends in this line: at a line of nothing else, or, as models
// close short answers, behind the last of its text.
std::optional<size_t> ClosedAt(std::string_view line, std::string_view fence) {
  const std::string_view trimmed = Trimmed(line);
  if (!trimmed.ends_with(fence)) return std::nullopt;
  const size_t text = trimmed.find_last_not_of(fence[0]);
  if (text == std::string_view::npos) return 0;
  return static_cast<size_t>(trimmed.data() - line.data()) + text + 1;
}

// "Answer: ```3```"
std::optional<std::string_view> InLine(std::string_view line) {
  const size_t end = line.rfind(kFence);
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  const size_t begin = line.rfind(kFence, end - 1);
  if (begin == std::string_view::npos || begin + kFence.size() > end) return std::nullopt;
  return line.substr(begin + kFence.size(), end - begin - kFence.size());
}

std::optional<std::string_view> LastBlock(std::string_view text) {
  std::optional<std::string_view> found;
  std::string_view fence;  // of the block that is open
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (!fence.empty()) {
      if (const auto closed = ClosedAt(line, fence)) {
        found = text.substr(begin, at + *closed - begin);
        fence = {};
      }
    } else if (const auto within = InLine(line)) {
      found = within;
    } else if (fence = FenceOf(Trimmed(line)); !fence.empty()) {
      begin = std::min(end + 1, text.size());
    }
    at = end + 1;
  }
  return found;
}

// "\\text{none}" is none.
std::string_view WithoutTextCommand(std::string_view box) {
  if (!box.starts_with(kText) || box.find('}') + 1 != box.size()) return box;
  return box.substr(kText.size(), box.size() - kText.size() - 1);
}

std::optional<std::string_view> LastBox(std::string_view text) {
  const size_t at = text.rfind(kBoxed);
  if (at == std::string_view::npos) return std::nullopt;
  const size_t begin = at + kBoxed.size();
  int depth = 1;
  for (size_t end = begin; end < text.size(); ++end) {
    depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
    if (depth == 0) return WithoutTextCommand(Trimmed(text.substr(begin, end - begin)));
  }
  return std::nullopt;
}

std::optional<std::string_view> LastTag(std::string_view text) {
  const size_t end = text.rfind(kTagEnd);
  if (end == std::string_view::npos) return std::nullopt;
  const size_t at = text.substr(0, end).rfind(kTag);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + kTag.size(), end - at - kTag.size());
}

}  // namespace

std::optional<std::string_view> FinalAnswer(std::string_view response) {
  if (const size_t end = response.rfind(kThoughtsEnd); end != std::string_view::npos) {
    response.remove_prefix(end + kThoughtsEnd.size());
  }
  if (const auto block = LastBlock(response)) return Trimmed(*block);
  if (const auto box = LastBox(response)) return Trimmed(*box);
  if (const auto tag = LastTag(response)) return Trimmed(*tag);
  return std::nullopt;
}

Result<Judged> Judge(const Kind& kind, JsonValue facts, std::string_view response) {
  const std::optional<std::string_view> answer = FinalAnswer(response);
  // Facts are checked without an answer, too: what is wrong with a row is said at its first use.
  const Result<Verdict> verdict = kind.Verify(facts, answer.value_or(""));
  if (!verdict.ok()) return verdict.error();
  if (!answer) return Judged{Wrong("no_answer"), {}};
  return Judged{*verdict, *answer};
}

}  // namespace assay::logic
