// Lane: the problems that take turns in a stage, all of it or one domain's, and whose turn is next.
//
// A problem that is drawn is under way until it is settled or put back. What is drawn depends on
// the seed and on the order of these calls, on nothing else. One thread's.
#pragma once

#include <cstdint>
#include <optional>

namespace assay::curriculum {

struct Drawn {
  uint32_t problem = 0;
  int64_t epoch = 0;  // from 0
};

class Lane {
 public:
  virtual ~Lane() = default;

  // Nothing: it is over, or, with pools, whatever may be drawn is under way.
  virtual std::optional<Drawn> Draw() = 0;
  // A problem that was drawn comes again, unless it is retired: nobody made its rollouts, or, where
  // it was `tried`, nobody could judge them, which may be its own fault.
  virtual void PutBack(uint32_t problem, bool tried) = 0;
  // Its record has the rate of the group that was under way.
  virtual void Settle(uint32_t problem) = 0;
  // Its record is another one, whether it is under way or not.
  virtual void OnChanged(uint32_t problem) = 0;
  // Whether nothing will ever be drawn again.
  virtual bool Over() const = 0;
  virtual int64_t epoch() const = 0;
  // Problems that may still be drawn, now or in a later epoch.
  virtual int64_t size() const = 0;
};

}  // namespace assay::curriculum
