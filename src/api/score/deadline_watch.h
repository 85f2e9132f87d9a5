// DeadlineWatch: one thread that calls back when a time has come. For requests whose parts have no
// deadline of their own.
//
// Thread-safe. Callbacks run on its thread and must be short. The destructor drops what is left;
// tickets may outlive it.
#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "base/clock.h"

namespace assay {

class DeadlineWatch {
 public:
  // Without it there is no call any more, but one that is under way may go on.
  using Ticket = std::shared_ptr<void>;

  DeadlineWatch();
  ~DeadlineWatch();
  DeadlineWatch(const DeadlineWatch&) = delete;

  [[nodiscard]] Ticket Add(SteadyTime time, std::function<void()> callback);

 private:
  struct Book;

  static void Work(Book* book);

  const std::shared_ptr<Book> book_;
};

}  // namespace assay
