#include "rollout/generate/answer.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::rollout {
namespace {

constexpr std::string_view kOpen = "<think>";
constexpr std::string_view kClose = "</think>";

Failure Malformed(std::string message) {
  return Failure{.kind = FailureKind::kMalformed,
                 .status = 200,
                 .message = "not a completion: " + std::move(message),
                 .retryable = true};
}

// A string, or parts of it: [{"type": "text", "text": …}].
std::string ContentOf(JsonValue value) {
  if (!value.Is(JsonType::kArray)) return value.StringOrEmpty();
  std::string text;
  for (const JsonValue part : value.Items()) text += TextAt(part, "text");
  return text;
}

std::optional<int64_t> CountOf(JsonValue usage, std::string_view name) {
  const JsonValue value = usage.Find(name);
  if (!value.Is(JsonType::kNumber)) return std::nullopt;
  const double count = value.Double();
  if (!(count >= 0 && count < 1e15)) return std::nullopt;
  return static_cast<int64_t>(count);
}

TokenUsage UsageOf(JsonValue usage) {
  return {.prompt = CountOf(usage, "prompt_tokens"),
          .completion = CountOf(usage, "completion_tokens"),
          .reasoning = CountOf(usage.Find("completion_tokens_details"), "reasoning_tokens")};
}

// The "error" of a body or a choice; some gateways send it with status 200.
std::optional<Failure> ErrorIn(JsonValue object) {
  const JsonValue error = object.Find("error");
  if (!error || error.IsNull()) return std::nullopt;
  int status = 500;
  const JsonValue code = error.Find("code");
  if (code.Is(JsonType::kNumber)) {
    const double number = code.Double();
    if (number >= 400 && number < 600) status = static_cast<int>(number);
  }
  std::string message = TextAt(error, "message");
  if (message.empty()) message = std::string(error.raw());
  return FailureOfWords(status, code.StringOrEmpty() + " " + TextAt(error, "type"),
                        std::move(message));
}

bool HasToolCalls(JsonValue choice) {
  const JsonValue calls = choice.Find("message").Find("tool_calls");
  return calls.Is(JsonType::kArray) && calls.Count() > 0;
}

// The text of the first choice. Returns whether there is one, be it null.
bool ReadText(JsonValue choice, const AnswerRules& rules, std::string* content,
              std::string* reasoning) {
  if (rules.route == CompletionsRoute::kText) {
    const JsonValue text = choice.Find("text");
    *content = text.StringOrEmpty();
    return static_cast<bool>(text);
  }
  const JsonValue message = choice.Find("message");
  if (!message.Is(JsonType::kObject)) return false;
  *content = ContentOf(message.Find("content"));
  // A model that refuses says so in a field of its own, where its endpoint has one.
  if (content->empty()) *content = TextAt(message, "refusal");
  for (const char* name : {"reasoning_content", "reasoning"}) {
    if (reasoning->empty()) *reasoning = TextAt(message, name);
  }
  if (rules.tool_calls && HasToolCalls(choice)) return true;
  return message.Find("content") || message.Find("refusal") || !reasoning->empty();
}

bool IsDate(std::string_view text) {
  const auto digits = std::count_if(text.begin(), text.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
  const auto dashes = std::count(text.begin(), text.end(), '-');
  return digits >= 4 && static_cast<size_t>(digits + dashes) == text.size();
}

std::string_view WithoutOrganization(std::string_view name) {
  const size_t slash = name.rfind('/');
  return slash == name.npos ? name : name.substr(slash + 1);
}

}  // namespace

SplitText SplitThoughts(std::string_view text, Thinking thinking) {
  SplitText split;
  if (thinking == Thinking::kNone) {
    split.content = text;
    return split;
  }
  std::string_view body = TrimAsciiSpace(text);
  const bool opened = StartsWith(body, kOpen);
  if (opened) body.remove_prefix(kOpen.size());
  // The last one: thoughts may quote the tag.
  const size_t close = body.rfind(kClose);
  if (close != body.npos) {
    split.reasoning = TrimAsciiSpace(body.substr(0, close));
    split.content = TrimAsciiSpace(body.substr(close + kClose.size()));
  } else if (opened || (thinking == Thinking::kExpected && !body.empty())) {
    split.reasoning = TrimAsciiSpace(body);
    split.unclosed = true;
  } else {
    split.content = text;
  }
  return split;
}

void CutAtStops(const std::vector<std::string>& stop, std::string* content) {
  size_t first = content->size();
  for (const std::string& text : stop) first = std::min(first, content->find(text));
  content->resize(first);
}

bool SaysTruncated(std::string_view finish_reason) {
  const std::string word = AsciiLower(finish_reason);
  return word == "length" || word == "max_tokens" || word == "max_output_tokens" ||
         word == "model_length";
}

std::optional<Failure> ReadCompletion(std::string_view body, const AnswerRules& rules,
                                      GenerationRecord* record) {
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  if (!document) return Malformed(error.message);
  const JsonValue root = document->root();
  if (auto failure = ErrorIn(root)) return failure;
  if (rules.keep_body) record->body = body;
  record->id = TextAt(root, "id");
  record->model = TextAt(root, "model");
  record->usage = UsageOf(root.Find("usage"));
  const JsonValue choices = root.Find("choices");
  if (!choices.Is(JsonType::kArray) || choices.Count() == 0) return Malformed("it has no choices");
  const JsonValue choice = choices.Items()[0];
  if (auto failure = ErrorIn(choice)) return failure;

  record->finish_reason = TextAt(choice, "finish_reason");
  std::string text;
  std::string reasoning;
  const bool there = ReadText(choice, rules, &text, &reasoning);
  if (!there) return Malformed("its first choice has no text");
  const bool calls = rules.tool_calls && HasToolCalls(choice);
  if (text.empty() && reasoning.empty() && record->finish_reason.empty() && !calls) {
    return Malformed("its text is null and no reason is given");
  }
  // Thoughts that the endpoint took out already leave only the answer here.
  Thinking thinking = rules.route == CompletionsRoute::kText ? Thinking::kNone : rules.thinking;
  if (!reasoning.empty() && thinking == Thinking::kExpected) thinking = Thinking::kAuto;
  SplitText split = SplitThoughts(text, thinking);
  record->content = std::move(split.content);
  record->reasoning = std::move(reasoning);
  if (!split.reasoning.empty()) {
    if (!record->reasoning.empty()) record->reasoning += '\n';
    record->reasoning += split.reasoning;
  }
  record->truncated = split.unclosed || SaysTruncated(record->finish_reason);
  CutAtStops(rules.stop, &record->content);
  if (record->finish_reason == "content_filter") {
    return Failure{.kind = FailureKind::kContentFilter,
                   .status = 200,
                   .message = "the endpoint filtered the answer"};
  }
  if (record->finish_reason == "error") return Malformed("the endpoint failed in its middle");
  return std::nullopt;
}

bool IsSameModel(std::string_view asked, std::string_view answered) {
  const std::string wanted = AsciiLower(WithoutOrganization(asked));
  const std::string got = AsciiLower(WithoutOrganization(answered));
  if (wanted == got) return true;
  return StartsWith(got, wanted + "-") && IsDate(std::string_view(got).substr(wanted.size() + 1));
}

}  // namespace assay::rollout
