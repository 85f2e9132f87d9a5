#include "logic/response.h"

#include <algorithm>

#include "logic/model/answer.h"

namespace assay::logic {
namespace {

constexpr std::string_view kThoughtsEnd = "</think>";
constexpr std::string_view kFence = "```";
constexpr std::string_view kBoxed = "\\boxed{";
constexpr std::string_view kTag = "<answer>";
constexpr std::string_view kTagEnd = "</answer>";

std::optional<std::string_view> LastBlock(std::string_view text) {
  std::optional<std::string_view> found;
  size_t begin = std::string_view::npos;  // of the block that is open
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = Trimmed(text.substr(at, end - at));
    if (line.starts_with(kFence)) {
      if (begin != std::string_view::npos && line == kFence) {
        found = text.substr(begin, at - begin);
        begin = std::string_view::npos;
      } else if (begin == std::string_view::npos) {
        // All of it may stand in one line.
        const std::string_view rest = line.substr(kFence.size());
        const size_t close = rest.find(kFence);
        if (close == std::string_view::npos) {
          begin = std::min(end + 1, text.size());
        } else {
          found = rest.substr(0, close);
        }
      }
    }
    at = end + 1;
  }
  return found;
}

std::optional<std::string_view> LastBox(std::string_view text) {
  const size_t at = text.rfind(kBoxed);
  if (at == std::string_view::npos) return std::nullopt;
  const size_t begin = at + kBoxed.size();
  int depth = 1;
  for (size_t end = begin; end < text.size(); ++end) {
    depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
    if (depth == 0) return text.substr(begin, end - begin);
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
