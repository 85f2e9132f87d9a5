// Texts of chats: a template filled in, the body of a request, the words of a reply. Pure;
// thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay {

struct PromptText {
  std::string_view placeholder;  // "{answer}"
  std::string text;
};
// All placeholders at one go, so that one inside of a text stays as it is.
std::string FillIn(std::string_view prompt, std::span<const PromptText> texts);

// As a JSON string, quotes included: no text ends its quotation.
std::string JsonText(std::string_view text);

// One question without anything before it, answered as the model finds most likely.
std::string ChatRequest(std::string_view model, std::string_view question);

// What the first choice says. Nothing: the body is no completion, or the content is no text.
std::optional<std::string> ChatReplyText(std::string_view body);

// A reply without the thoughts before it.
std::string_view AfterThoughts(std::string_view reply);

}  // namespace assay
