#include "lab/rl/tiny/run/examiner.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "lab/rl/orchestra/grade/grader.h"

namespace assay::tiny {
namespace {

constexpr int kSlots = 32;
constexpr auto kPatience = std::chrono::seconds(120);

}  // namespace

Result<std::unique_ptr<Examiner>> Examiner::Create(const Shape& shape, uint64_t seed,
                                                   std::vector<float> parameters,
                                                   service::Judge* judge) {
  ASSAY_ASSIGN_OR_RETURN(auto server,
                         TinyServer::Start(shape, kSlots, seed, std::move(parameters)));
  std::unique_ptr<Examiner> examiner(new Examiner(std::move(server), judge));
  orchestra::ServerOptions options;
  options.url = examiner->server_->url();
  ASSAY_ASSIGN_OR_RETURN(examiner->client_, orchestra::InferenceServer::Create(options));
  return examiner;
}

Result<Examination> Examiner::Examine(const std::vector<orchestra::Task>& tasks, size_t count,
                                      int64_t most_tokens, const std::string& weights_folder) {
  const CancelToken never;
  orchestra::Weights weights;
  weights.folder = weights_folder;
  ASSAY_RETURN_IF_ERROR(client_->Update(weights, never));
  struct Share {
    Examination seen;
    std::optional<Error> error;
  };
  std::vector<Share> shares(kSlots);
  std::atomic<size_t> next{0};
  const auto work = [&](Share* share) {
    for (size_t i = next++; i < count && !share->error; i = next++) {
      const orchestra::Task& task = tasks[i];
      orchestra::RolloutAsk ask;
      ask.model = "tiny";
      ask.messages = task.messages;
      ask.max_tokens = most_tokens;
      ask.token_ids = false;
      const auto text = client_->Ask(ask, std::chrono::steady_clock::now() + kPatience, never);
      if (!text.ok()) {
        share->error = text.error();
        return;
      }
      const auto grade = orchestra::GradeRollout(task, text->text, *judge_, nullptr);
      if (!grade.reward) {
        share->error = Error{ErrorCode::kUnavailable, "tiny.examine", 0,
                             task.id + ": no verdict: " + grade.why};
        return;
      }
      const int64_t solved = *grade.reward >= 0.5 ? 1 : 0;
      ++share->seen.tasks;
      share->seen.solved += solved;
      if (!task.math) continue;
      ++share->seen.sums;
      share->seen.solved_sums += solved;
    }
  };
  std::vector<std::thread> threads;
  for (Share& share : shares) threads.emplace_back(work, &share);
  for (std::thread& thread : threads) thread.join();
  Examination all;
  for (const Share& share : shares) {
    if (share.error) return *share.error;
    all.tasks += share.seen.tasks;
    all.solved += share.seen.solved;
    all.sums += share.seen.sums;
    all.solved_sums += share.seen.solved_sums;
  }
  return all;
}

}  // namespace assay::tiny
