#include "lab/shared/asking/ask_patiently.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/clock.h"
#include "base/text.h"

namespace assay::lab {
namespace {

bool Raised(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load();
}

// Sleeps in short pieces, so that a stop is noticed.
void Pause(double seconds, const std::atomic<bool>* stop) {
  const SteadyTime until = std::chrono::steady_clock::now() + FromSeconds(seconds);
  while (!Raised(stop) && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::min<Nanoseconds>(std::chrono::milliseconds(50),
                                                      until - std::chrono::steady_clock::now()));
  }
}

}  // namespace

Result<service::Answer> AskPatiently(const std::function<Result<service::Answer>()>& ask,
                                     const JudgePatience& patience, const std::atomic<bool>* stop) {
  const SteadyTime deadline = std::chrono::steady_clock::now() + FromSeconds(patience.full_s);
  for (int lost = 0;;) {
    Result<service::Answer> answer = ask();
    if (Raised(stop)) return answer;
    if (answer.ok() && answer->status != 429 && answer->status < 500) return answer;
    if (answer.ok() && answer->status == 429) {
      if (std::chrono::steady_clock::now() >= deadline) return answer;
      Pause(std::max(answer->retry_after_s * patience.between_s, 0.01), stop);
      continue;
    }
    if (++lost >= patience.lost_answers) return answer;
    Pause(lost * patience.between_s, stop);
  }
}

std::string SaidBy(const service::Answer& answer) {
  constexpr size_t kShown = 500;
  return ReplaceInvalidUtf8(answer.body.substr(0, kShown));
}

}  // namespace assay::lab
