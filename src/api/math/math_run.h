// MathRun: the answers of one request on their way through verification and, where asked for, a
// second opinion; delivered in the order of the request.
//
// Knows neither HTTP nor the command line, which both use it. Thread-safe; kept alive by the pool
// and by open questions.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/math/math_judge.h"
#include "api/math/math_pool.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "math/profiles/profile.h"
#include "math/profiles/response.h"
#include "model/origin.h"

namespace assay {

enum class SecondOpinion {
  kOff,
  kReport,  // asked for and reported; the verdict stays
  kApply    // and an approval makes the verdict correct
};

struct MathItem {
  std::string id;
  std::string gold;
  std::string response;
  bool response_too_long = false;  // beyond what is read, and not kept
  Origin origin = {};
};

struct MathAnswer {
  math::ResponseResult result;
  std::optional<Opinion> opinion;  // nothing: not asked
  bool overruled = false;          // the opinion makes the answer correct
  double seconds = 0;              // of the verification
  SteadyTime started{};            // likewise

  math::Outcome outcome() const { return overruled ? math::Outcome::kCorrect : result.outcome; }
};

// 1 and 0 for the candidate's success and failure; nothing where the verdict says nothing about the
// candidate: undecided, or a gold nobody can read.
std::optional<double> MathScore(const MathAnswer& answer);

struct MathWork {
  std::vector<MathItem> items;
  math::MathProfile profile = math::DefaultProfile();
  SecondOpinion second_opinion = SecondOpinion::kOff;
};

class MathRun final : public MathTask, public std::enable_shared_from_this<MathRun> {
 public:
  // Called in order, one at a time, from any thread; `last` for the last item.
  using Deliver =
      std::function<void(size_t index, const MathItem& item, const MathAnswer& answer, bool last)>;

  // `judge` may be null: opinions are then unavailable. It outlives the run. `permit` is held as
  // long as the run lives.
  MathRun(MathWork work, MathJudge* judge, MathPool::Permit permit, Deliver deliver);

  size_t pieces() const override { return (work_.items.size() + kPiece - 1) / kPiece; }
  void Run(size_t piece) override;
  // Nothing more is verified; what is under way may still be delivered.
  void Cancel() { cancelled_ = true; }
  const MathWork& work() const { return work_; }

 private:
  // Small, so that requests take turns often.
  static constexpr size_t kPiece = 8;

  void Complete(size_t index, MathAnswer answer);

  const MathWork work_;
  MathJudge* const judge_;
  const MathPool::Permit permit_;
  const Deliver deliver_;
  std::atomic<bool> cancelled_{false};
  Mutex mutex_;
  std::vector<std::optional<MathAnswer>> answers_ ASSAY_GUARDED_BY(mutex_);
  size_t delivered_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
