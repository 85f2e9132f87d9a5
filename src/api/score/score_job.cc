#include "api/score/score_job.h"

#include <algorithm>
#include <utility>

#include "api/math/math_request.h"
#include "api/score/score_result.h"
#include "api/score/text_values.h"
#include "api/score/verdict_values.h"
#include "api/shared/responses.h"
#include "swe/read/patch_text.h"

namespace assay {

// The functions of the items' texts, a few items at a time.
class ScoreTexts final : public MathTask {
 public:
  explicit ScoreTexts(std::shared_ptr<ScoreJob> job) : job_(std::move(job)) {}

  size_t pieces() const override { return (job_->board_.items().size() + kPiece - 1) / kPiece; }

  void Run(size_t piece) override {
    const std::vector<ScoreItem>& items = job_->board_.items();
    const size_t end = std::min((piece + 1) * kPiece, items.size());
    for (size_t i = piece * kPiece; i < end && !job_->over_; ++i) {
      if (!items[i].faults.empty()) continue;
      const Rubric& rubric = job_->board_.RubricOf(i);
      for (size_t f = 0; f < rubric.functions.size(); ++f) {
        if (!IsOfText(rubric.functions[f].kind)) continue;
        job_->Give(i, f, TextValue(rubric.functions[f], items[i]));
      }
    }
  }

 private:
  static constexpr size_t kPiece = 8;

  const std::shared_ptr<ScoreJob> job_;
};

namespace {

// Of every item, so that its grades can be compared with verdicts by rules.
bool IsAskedAtOnce(const RewardFunction& function) {
  return function.kind == FunctionKind::kLlmJudge && !function.when &&
         !std::get<JudgeRule>(function.rule).fallback_of;
}

std::vector<size_t> ItemsOfSubmissions(const std::vector<ScoreItem>& items) {
  std::vector<size_t> of;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].submission) of.push_back(i);
  }
  return of;
}

}  // namespace

void ScoreJob::Start(const ScoreMeans& means, const HttpReplyPtr& reply, ScoreRequest request,
                     VerifyBatch batch, MathPool::Permit permit) {
  // What is wrong with an item as a submission is wrong with the item.
  for (ScoreItem& item : request.items) {
    if (item.submission) item.faults = batch.tasks[*item.submission].echo.faults;
  }
  const bool patches =
      std::any_of(request.items.begin(), request.items.end(),
                  [](const ScoreItem& item) { return item.swe != nullptr && item.faults.empty(); });
  if (patches && means.sink.stats().draining) {
    // Of programs the sink itself says so.
    return SendRefusal(reply, ErrorStyle::kNative,
                       Refusal::Overloaded(means.sink.RetryAfterSeconds(request.tenant),
                                           "this server is draining"));
  }
  const std::string tenant = request.tenant;
  const auto job = std::make_shared<ScoreJob>(means, reply, std::move(request), std::move(permit));
  if (!job->StartPrograms(std::move(batch.tasks))) return;
  reply->OnDisconnect([weak = std::weak_ptr<ScoreJob>(job)] {
    if (auto left = weak.lock()) left->Cancel();
  });
  Timers::Ticket ticket = means.timers.At(job->deadline_, [weak = std::weak_ptr<ScoreJob>(job)] {
    if (auto late = weak.lock()) late->OnDeadline();
  });
  {
    MutexLock lock(job->mutex_);
    job->ticket_ = std::move(ticket);
  }
  job->board_.Begin();
  job->StartTexts();
  job->StartMath();
  job->StartJudge();
  job->StartSwe(tenant);
}

ScoreJob::ScoreJob(const ScoreMeans& means, HttpReplyPtr reply, ScoreRequest request,
                   MathPool::Permit permit)
    : means_(means),
      reply_(std::move(reply)),
      deadline_(std::chrono::steady_clock::now() + FromSeconds(request.deadline_s)),
      permit_(std::move(permit)),
      item_of_submission_(ItemsOfSubmissions(request.items)),
      board_(std::move(request.rubrics), std::move(request.items),
             [this](size_t index, const ItemScore& score) { Tell(index, score); }),
      results_(reply_, request.stream ? ItemReply::Form::kLines : ItemReply::Form::kList,
               board_.items().size()) {}

bool ScoreJob::StartPrograms(std::vector<VerifyTask> tasks) {
  // Faulty items are no submissions any more.
  std::vector<VerifyTask> sound;
  std::vector<size_t> items;
  for (size_t i = 0; i < tasks.size(); ++i) {
    if (!tasks[i].echo.faults.empty()) continue;
    sound.push_back(std::move(tasks[i]));
    items.push_back(item_of_submission_[i]);
  }
  item_of_submission_ = std::move(items);
  if (sound.empty()) return true;
  const std::string tenant = sound[0].submission.tenant;
  const auto run = std::make_shared<VerifyRun>(
      means_.sink, std::move(sound), false,
      VerifyRun::Listener{
          .refused =
              [self = shared_from_this(), tenant](const Error& error) {
                SendRefusal(self->reply_, ErrorStyle::kNative,
                            Refusal::OfEngine(error, self->means_.sink.RetryAfterSeconds(tenant)));
              },
          .done =
              [self = shared_from_this()](size_t index, const VerifyTask&,
                                          const SubmissionResult& result) {
                const size_t item = self->item_of_submission_[index];
                const Rubric& rubric = self->board_.RubricOf(item);
                for (size_t f = 0; f < rubric.functions.size(); ++f) {
                  if (rubric.functions[f].kind != FunctionKind::kCode) continue;
                  self->Give(item, f,
                             CodeValue(std::get<CodeRule>(rubric.functions[f].rule), result));
                }
              }});
  {
    MutexLock lock(mutex_);
    programs_ = run;
  }
  return run->Start();
}

void ScoreJob::StartTexts() {
  const auto texts = [](const Rubric& rubric) {
    return std::any_of(rubric.functions.begin(), rubric.functions.end(),
                       [](const RewardFunction& function) { return IsOfText(function.kind); });
  };
  if (std::any_of(board_.rubrics().begin(), board_.rubrics().end(), texts)) {
    means_.pool.Add(std::make_shared<ScoreTexts>(shared_from_this()));
  }
}

// A run for each math function: its items are verified under one profile.
void ScoreJob::StartMath() {
  const std::vector<ScoreItem>& items = board_.items();
  for (size_t r = 0; r < board_.rubrics().size(); ++r) {
    const Rubric& rubric = board_.rubrics()[r];
    for (size_t f = 0; f < rubric.functions.size(); ++f) {
      const auto* rule = std::get_if<MathRule>(&rubric.functions[f].rule);
      if (rule == nullptr) continue;
      MathWork work;
      work.profile = rule->profile;
      work.second_opinion = rule->second_opinion;
      std::vector<size_t> of;
      for (size_t i = 0; i < items.size(); ++i) {
        if (items[i].rubric != r || !items[i].faults.empty()) continue;
        const bool too_long = items[i].response.size() > MathBounds::kResponseBytes;
        work.items.push_back({items[i].id, items[i].gold.value_or(""),
                              too_long ? std::string() : items[i].response, too_long,
                              items[i].origin});
        of.push_back(i);
      }
      if (of.empty()) continue;
      const auto run = std::make_shared<MathRun>(
          std::move(work), means_.math_judge, permit_,
          [self = shared_from_this(), f, of = std::move(of)](size_t index, const MathItem& item,
                                                             const MathAnswer& answer, bool) {
            if (self->over_) return;
            self->means_.events.on_math(item, answer);
            const MathJudge* judge = self->means_.math_judge;
            self->Give(of[index], f,
                       MathValue(answer, judge != nullptr ? judge->model() : std::string_view()));
          });
      {
        MutexLock lock(mutex_);
        math_.push_back(run);
      }
      means_.pool.Add(run);
    }
  }
}

void ScoreJob::StartJudge() {
  for (size_t i = 0; i < board_.items().size(); ++i) {
    if (!board_.items()[i].faults.empty()) continue;
    const Rubric& rubric = board_.RubricOf(i);
    for (size_t f = 0; f < rubric.functions.size(); ++f) {
      const RewardFunction& function = rubric.functions[f];
      if (IsAskedAtOnce(function)) Ask(i, f);
    }
  }
}

void ScoreJob::StartSwe(const std::string& tenant) {
  for (size_t i = 0; i < board_.items().size(); ++i) {
    const ScoreItem& item = board_.items()[i];
    if (!item.faults.empty() || !board_.RubricOf(i).Has(FunctionKind::kSwe)) continue;
    const auto give = [self = shared_from_this(), i](const FunctionValue& value) {
      const Rubric& rubric = self->board_.RubricOf(i);
      for (size_t f = 0; f < rubric.functions.size(); ++f) {
        if (rubric.functions[f].kind == FunctionKind::kSwe) self->Give(i, f, value);
      }
    };
    auto patch = swe::PatchIn(item.response);
    if (!patch) {
      give(NoPatchValue());
      continue;
    }
    swe::GradeJob job;
    job.tenant = tenant;
    job.task = {item.swe, &item.swe->task};
    job.repository = item.swe->repository;
    job.limits = item.swe->limits;
    job.patch = *std::move(patch);
    auto ticket = means_.grader->Submit(
        std::move(job), [give](const Result<swe::Graded>& graded) { give(SweValue(graded)); });
    if (!ticket.ok()) {
      give(Masked("infrastructure", "queue_full", ticket.error().message));
      continue;
    }
    bool late;
    {
      MutexLock lock(mutex_);
      late = over_;
      if (!late) patches_.push_back(*ticket);
    }
    if (late) (*ticket)->Now();
  }
}

void ScoreJob::Give(size_t item, size_t function, FunctionValue value) {
  if (over_) return;
  const std::optional<double> number = value.value;
  const ScoreMask mask = value.mask;
  if (!board_.Set(item, function, std::move(value))) return;
  // Questions that depend on this value: asked, or answered by it. The board has the same rule.
  const Rubric& rubric = board_.RubricOf(item);
  for (size_t f = function + 1; f < rubric.functions.size(); ++f) {
    const RewardFunction& other = rubric.functions[f];
    if (other.kind != FunctionKind::kLlmJudge) continue;
    const auto& rule = std::get<JudgeRule>(other.rule);
    if (rule.fallback_of == function) {
      if (number && (*number > 0 || !rule.recheck)) {
        Give(item, f, {.value = number});
      } else {
        Ask(item, f);
      }
    } else if (other.when == function) {
      if (number && *number > 0) {
        Ask(item, f);
      } else {
        Give(item, f, {.value = number ? std::optional<double>(0) : std::nullopt, .mask = mask});
      }
    }
  }
}

void ScoreJob::Ask(size_t item, size_t function) {
  const ScoreItem& from = board_.items()[item];
  const auto& rule = std::get<JudgeRule>(board_.RubricOf(item).functions[function].rule);
  GradeQuestion question;
  question.criterion = rule.criterion;
  question.prompt = from.prompt;
  question.gold = from.gold;
  question.response = from.response;
  question.scale = rule.scale;
  question.trace = from.origin.trace;
  if (from.response.size() > GradeJudge::kMostBytes / 2) {
    return Give(item, function, TooLongToGrade());
  }
  means_.judge->Ask(
      std::move(question), deadline_, [self = shared_from_this()] { return self->over_.load(); },
      [self = shared_from_this(), item, function, &rule](const Grade& grade) {
        if (self->over_) return;
        self->means_.events.on_grade(grade.value ? "graded" : kGradeFaultNames.NameOf(grade.fault));
        self->Give(item, function, JudgeValue(rule, grade, self->means_.judge->model()));
      });
}

void ScoreJob::OnDeadline() {
  board_.MaskTheRest({"infrastructure", "deadline",
                      "the request's deadline_s were over before the function had a value"});
  Cancel();
}

void ScoreJob::Cancel() {
  over_ = true;
  board_.Stop();
  std::shared_ptr<VerifyRun> programs;
  std::vector<std::weak_ptr<MathRun>> math;
  std::vector<swe::Grader::Ticket> patches;
  {
    MutexLock lock(mutex_);
    programs = programs_.lock();
    math.swap(math_);
    patches.swap(patches_);
  }
  for (const auto& patch : patches) patch->Now();
  if (programs) programs->Cancel();
  for (const auto& weak : math) {
    if (auto run = weak.lock()) run->Cancel();
  }
}

void ScoreJob::Tell(size_t index, const ItemScore& score) {
  const ScoreItem& item = board_.items()[index];
  const Rubric& rubric = board_.RubricOf(index);
  Count(rubric, score, !item.faults.empty());
  results_.Put(index, RenderScore(item, index, rubric, score));
}

void ScoreJob::Count(const Rubric& rubric, const ItemScore& score, bool faulty) const {
  const ScoreEvents& events = means_.events;
  events.on_item(faulty ? "faulty" : score.mask ? "masked" : "scored");
  std::optional<double> judged;
  for (size_t f = 0; f < score.functions.size(); ++f) {
    const FunctionValue& value = score.functions[f];
    const FunctionKind kind = rubric.functions[f].kind;
    if (!value.value) {
      events.on_masked_function(kFunctionKindNames.NameOf(kind), value.mask.reason);
    } else if (IsAskedAtOnce(rubric.functions[f]) && !judged) {
      judged = value.value;
    }
  }
  if (!judged) return;
  for (size_t f = 0; f < score.functions.size(); ++f) {
    const FunctionKind kind = rubric.functions[f].kind;
    const auto& value = score.functions[f].value;
    if (value && (kind == FunctionKind::kCode || kind == FunctionKind::kMath ||
                  kind == FunctionKind::kSwe || kind == FunctionKind::kScience)) {
      events.on_agreement(kFunctionKindNames.NameOf(kind), *value >= 0.5, *judged >= 0.5);
    }
  }
}

}  // namespace assay
