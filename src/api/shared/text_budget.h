// TextBudget: how much of what candidates wrote a reply may hold, counted as JSON text, in which a
// byte can be six. Programs decide how much they write and clients how much they ask for; the
// server has to hold it.
//
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay {

// Of one submission, of all of one request together, and of each of many however many they are.
inline constexpr int64_t kMostReplyText = 128 << 20;
inline constexpr int64_t kMostRequestText = 256 << 20;
inline constexpr int64_t kLeastReplyText = 64 << 10;

// The share of one of `submissions`.
int64_t ReplyTextShare(size_t submissions);

class TextBudget {
 public:
  explicit TextBudget(int64_t bytes) : left_(bytes) {}

  // The longest beginning of `bytes` for which there is room, which is then taken.
  std::string_view Take(std::string_view bytes);
  // Whether there was room for so much text, which is then taken.
  bool TakeText(size_t bytes);

 private:
  int64_t left_;
};

}  // namespace assay
