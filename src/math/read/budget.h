// Budget: the work one comparison may do, so that no input can make it hang. Not thread-safe; one
// per comparison. One unit stands for roughly 50 ns of work.
#pragma once

#include <cstdint>

namespace assay::math {

class Budget {
 public:
  explicit Budget(int64_t limit) : left_(limit), limit_(limit) {}

  // False once the budget is spent; then every later call is false as well.
  bool Charge(int64_t units) {
    if (left_ < units) {
      left_ = -1;
      return false;
    }
    left_ -= units;
    return true;
  }
  bool spent() const { return left_ < 0; }
  int64_t left() const { return left_ < 0 ? 0 : left_; }
  int64_t used() const { return limit_ - left(); }

 private:
  int64_t left_;
  int64_t limit_;
};

}  // namespace assay::math
