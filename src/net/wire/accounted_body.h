// AccountedBytes: a request's body, counted against the budget that all bodies share, and
// AccountedBody, by which Beast's parser fills one. Internal to the HTTP server and the relay.
//
// Not thread-safe; the budget is shared by all connections.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "net/wire/appended_body.h"

namespace assay {

// Of the bodies of all requests. Thread-safe.
struct RequestBudget {
  int64_t limit = 0;  // set before serving
  std::atomic<int64_t> held{0};
};

// Bytes of a request, counted against the server's budget for as long as they live.
class AccountedBytes {
 public:
  AccountedBytes() = default;
  AccountedBytes(AccountedBytes&& other) noexcept
      : bytes(std::move(other.bytes)),
        budget_(std::move(other.budget_)),
        counted_(std::exchange(other.counted_, 0)) {}
  AccountedBytes& operator=(AccountedBytes&&) = delete;
  ~AccountedBytes() { Drop(); }

  void Drop() {
    if (counted_ > 0) budget_->held -= std::exchange(counted_, 0);
    bytes = {};
  }
  // REQUIRES: before the first Append.
  void Attach(std::shared_ptr<RequestBudget> budget) { budget_ = std::move(budget); }
  // False when the budget is used up; the bytes are not kept then.
  bool Append(const char* data, size_t size) {
    if (!Count(size)) return false;
    bytes.append(data, size);
    return true;
  }
  // Bytes that are held beside: as Append, without keeping any.
  bool Count(size_t size) {
    const auto count = static_cast<int64_t>(size);
    const int64_t held = budget_->held.fetch_add(count) + count;
    counted_ += count;
    return held <= budget_->limit;
  }

  std::string bytes;

 private:
  std::shared_ptr<RequestBudget> budget_;
  int64_t counted_ = 0;
};

using AccountedBody = AppendedBody<AccountedBytes>;

}  // namespace assay
