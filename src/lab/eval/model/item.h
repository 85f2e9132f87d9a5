// EvalItem: one problem of a benchmark as a model is asked it. Plain values; immutable once loaded.
#pragma once

#include <string>
#include <vector>

namespace assay::eval {

struct ChatMessage {
  std::string role;  // "system", "user", "assistant"
  std::string content;
};

// How models are asked, which moves the score: numbers of the two are never mixed.
enum class Protocol {
  kChat,        // messages; the answer holds a program of its own, in a fence
  kCompletion,  // text that the model goes on with, cut at the stop tokens
};

struct Prompt {
  Protocol protocol = Protocol::kChat;
  std::vector<ChatMessage> messages = {};  // kChat
  std::string text = {};                   // kCompletion
  // Where the benchmark cuts an answer. An endpoint takes at most four; all of them are applied
  // again to the answer that came.
  std::vector<std::string> stop = {};
};

struct EvalItem {
  std::string id;           // unique within its benchmark and stable: "HumanEval/3"
  std::string cluster;      // the same for rows of one problem in several languages; else the id
  std::string language;     // canonical name; empty for math
  std::string difficulty;   // "easy"; empty: not given. So are the next two.
  std::string date;         // "2024-10-05"
  std::string topic;        // "geometry"
  std::string problem_sha;  // hex SHA-256 of all that judging it depends on
  Prompt prompt;
};

}  // namespace assay::eval
