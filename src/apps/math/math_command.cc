// A map: how an answer is shown; AddTo, the options; Run, which goes to one pair, a file, or an
// audit of recorded verdicts.

#include "apps/math/math_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <thread>

#include "api/math/math_result.h"
#include "apps/cli/terminal.h"
#include "apps/setup/input_file.h"
#include "apps/setup/llm_judge.h"
#include "base/text.h"
#include "math/profiles/audit.h"
#include "text/utf8.h"

namespace assay {
namespace {

constexpr int kExitUsage = 2;
constexpr int kExitNoVerdict = 3;

int Fail(const std::string& message) {
  std::fprintf(stderr, "assay math: %s\n", message.c_str());
  return kExitUsage;
}

std::string ProfileNames() {
  std::string names;
  for (const math::MathProfile& profile : math::Profiles()) {
    names += (names.empty() ? "" : ", ") + std::string(profile.name);
  }
  return names;
}

const math::MathProfile* FindProfileOrComplain(const std::string& name) {
  const math::MathProfile* profile = math::FindProfile(name);
  if (profile == nullptr) {
    Fail(fmt::format("there is no profile '{}'; there are {}", name, ProfileNames()));
  }
  return profile;
}

int ThreadsOr(int threads) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return threads > 0 ? std::min(threads, 256) : static_cast<int>(std::min(cores, 256U));
}

// Verifies everything, handing answers over in order, one at a time.
void VerifyAll(MathWork work, MathJudge* judge, int threads,
               const std::function<void(size_t, const MathItem&, const MathAnswer&)>& deliver) {
  // Shared: the judge's thread may still be in set_value when the wait is over.
  const auto finished = std::make_shared<std::promise<void>>();
  MathPool pool(ThreadsOr(threads), {});
  pool.Add(std::make_shared<MathRun>(std::move(work), judge, nullptr,
                                     [&deliver, finished](size_t index, const MathItem& item,
                                                          const MathAnswer& answer, bool last) {
                                       deliver(index, item, answer);
                                       if (last) finished->set_value();
                                     }));
  finished->get_future().wait();
}

Colour ColourOf(math::Outcome outcome) {
  switch (outcome) {
    case math::Outcome::kCorrect: return Colour::kGreen;
    case math::Outcome::kIncorrect: return Colour::kRed;
    case math::Outcome::kUnparseable:
    case math::Outcome::kUndecided: break;
  }
  return Colour::kYellow;
}

// For a cell of a table: one line, bounded, whole characters.
std::string Cell(std::string_view text, size_t characters = 40) {
  std::string cell;
  size_t count = 0;
  const std::string valid = ReplaceInvalidUtf8(text);
  for (const char c : valid) {
    const auto byte = static_cast<unsigned char>(c);
    if (!IsUtf8Continuation(c) && ++count > characters) return cell + "…";
    cell += byte < 0x20 || byte == 0x7f ? ' ' : c;
  }
  return cell;
}

std::string OpinionText(const MathAnswer& answer) {
  if (!answer.opinion) return "";
  return std::string(ToString(*answer.opinion)) + (answer.overruled ? " (applied)" : "");
}

void PrintPair(const MathAnswer& answer, const std::string& model) {
  const bool colours = WantsColour(stdout);
  const math::ResponseResult& result = answer.result;
  std::string text;
  const auto line = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) text += fmt::format("{:<10}{}\n", name, Cell(value, 400));
  };
  text +=
      fmt::format("{:<10}{}\n", "verdict",
                  Paint(math::OutcomeName(answer.outcome()), ColourOf(answer.outcome()), colours));
  line("reason", ToString(result.reason));
  line("rule", result.rule);
  if (result.extract_rule != math::ExtractRule::kNone) {
    line("found by", fmt::format("{}, bytes {} to {}", math::ExtractRuleName(result.extract_rule),
                                 result.offset, result.offset + result.length));
  }
  line("gold", result.gold_answer);
  line("answer", result.answer);
  line("gold =", result.gold_normal);
  line("answer =", result.answer_normal);
  if (answer.opinion) line("judge", OpinionText(answer) + ", " + model);
  std::fputs(text.c_str(), stdout);
}

std::string CountsText(const std::map<std::string_view, size_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text;
}

std::vector<MathItem> ItemsOf(std::vector<MathLine>* lines) {
  std::vector<MathItem> items;
  items.reserve(lines->size());
  for (MathLine& line : *lines) items.push_back(std::move(line.item));
  return items;
}

}  // namespace

void MathCommand::AddTo(CommandLine* command) {
  command->Option("gold", gold_, "the right answer, or a solution that ends with it");
  command->Option("response", response_,
                  "the answer or the model's whole text; - is stdin. Put -- before arguments "
                  "that begin with a minus sign");
  command->Option("--batch", batch_,
                  "instead: a JSON object with gold and response a line; - is stdin");
  command->Option("--profile", profile_, "rules to judge by: " + ProfileNames() + " [assay]");
  command->Option("--threads", threads_, "batch: threads [one for each core]");
  command->Flag("--json", json_, "results as JSON (as when stdout is no terminal)");
  command->Flag("--table", table_, "results as text even when stdout is no terminal");
  audit_ = command->Verb("audit", "compare verdicts with labels, or two profiles");
  audit_
      ->Option("file", audit_file_,
               "a JSON object with gold, response and expected a line; - is stdin")
      .Required();
  audit_->Option("--profile", profile_, "profile to audit [assay]");
  audit_->Option("--against", against_, "instead of labels: another profile");
  audit_->Option("--threads", threads_, "threads [one for each core]");
  audit_->Flag("--json", json_, "the report as JSON (as when stdout is no terminal)");
  audit_->Flag("--table", table_, "the report as text even when stdout is no terminal");
}

bool MathCommand::WantsJson() const {
  return json_ || (!table_ && !IsTerminal(stdout));
}

int MathCommand::Run(const Options& options) const {
  if (json_ && table_) return Fail("--json and --table exclude each other");
  if (audit_->Given()) {
    if (gold_) return Fail("audit takes a file, and no answer before it");
    return RunAudit();
  }
  if (!batch_.empty()) {
    if (gold_) return Fail("give either GOLD and RESPONSE or --batch (see --help)");
    return RunBatchFile(options);
  }
  if (!gold_ || !response_) return Fail("give GOLD and RESPONSE, or --batch (see --help)");
  return RunPair(options);
}

int MathCommand::RunPair(const Options& options) const {
  const math::MathProfile* profile = FindProfileOrComplain(profile_);
  if (profile == nullptr) return kExitUsage;
  const auto judge = MakeLlmJudge(options);
  if (!judge.ok()) return Fail(judge.error().message);
  MathWork work;
  work.profile = *profile;
  work.items.push_back({"0", *gold_, *response_ == "-" ? *ReadWholeFile("-") : *response_});
  MathJudge* const asked = *judge ? (*judge)->judge.get() : nullptr;
  if (*judge) work.second_opinion = (*judge)->mode;
  const std::string model = asked != nullptr ? asked->model() : "";
  math::Outcome outcome = math::Outcome::kUndecided;
  VerifyAll(std::move(work), asked, 1,
            [&](size_t index, const MathItem& item, const MathAnswer& answer) {
              outcome = answer.outcome();
              if (WantsJson()) {
                std::printf("%s\n", RenderMathResult(item, index, answer, model).c_str());
              } else {
                PrintPair(answer, model);
              }
            });
  if (outcome == math::Outcome::kCorrect) return 0;
  return outcome == math::Outcome::kIncorrect ? 1 : kExitNoVerdict;
}

int MathCommand::RunBatchFile(const Options& options) const {
  const math::MathProfile* profile = FindProfileOrComplain(profile_);
  if (profile == nullptr) return kExitUsage;
  const auto text = ReadWholeFile(batch_);
  if (!text.ok()) return Fail(text.error().message);
  auto lines = ParseMathFile(*text, MathLabels::kIgnored);
  if (!lines.ok()) return Fail(batch_ + ": " + lines.error().message);
  const auto judge = MakeLlmJudge(options);
  if (!judge.ok()) return Fail(judge.error().message);
  MathWork work;
  work.profile = *profile;
  work.items = ItemsOf(&*lines);
  MathJudge* const asked = *judge ? (*judge)->judge.get() : nullptr;
  if (*judge) work.second_opinion = (*judge)->mode;

  const bool as_json = WantsJson();
  const size_t total = work.items.size();
  TextTable table({{"id"}, {"verdict"}, {"reason"}, {"found by"}, {"gold"}, {"answer"}, {"judge"}});
  std::map<std::string_view, size_t> counts;
  const SteadyTime started = std::chrono::steady_clock::now();
  {
    ProgressBar bar(stderr, total);
    VerifyAll(std::move(work), asked, threads_,
              [&](size_t index, const MathItem& item, const MathAnswer& answer) {
                const math::ResponseResult& result = answer.result;
                const std::string_view verdict = math::OutcomeName(answer.outcome());
                ++counts[verdict];
                if (as_json) {
                  bar.Clear();
                  const std::string_view model =
                      asked != nullptr ? std::string_view(asked->model()) : std::string_view();
                  std::printf("%s\n", RenderMathResult(item, index, answer, model).c_str());
                } else {
                  table.AddRow({{Cell(item.id)},
                                {std::string(verdict), ColourOf(answer.outcome())},
                                {std::string(ToString(result.reason))},
                                {std::string(math::ExtractRuleName(result.extract_rule))},
                                {Cell(result.gold_answer)},
                                {Cell(result.answer)},
                                {OpinionText(answer)}});
                }
                bar.Update(index + 1, CountsText(counts));
              });
  }
  const Nanoseconds elapsed = std::chrono::steady_clock::now() - started;
  if (!as_json) {
    std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
    std::fputs(
        fmt::format("\n{} answers in {}: {}\n", total, HumanDuration(elapsed), CountsText(counts))
            .c_str(),
        stdout);
  }
  return 0;
}

int MathCommand::RunAudit() const {
  const math::MathProfile* profile = FindProfileOrComplain(profile_);
  if (profile == nullptr) return kExitUsage;
  const math::MathProfile* other = against_.empty() ? nullptr : FindProfileOrComplain(against_);
  if (!against_.empty() && other == nullptr) return kExitUsage;
  const auto text = ReadWholeFile(audit_file_);
  if (!text.ok()) return Fail(text.error().message);
  // Two profiles can be compared without anybody's labels.
  auto lines = ParseMathFile(*text, MathLabels::kRequired);
  if (!lines.ok() && other != nullptr) lines = ParseMathFile(*text, MathLabels::kIgnored);
  if (!lines.ok()) return Fail(audit_file_ + ": " + lines.error().message);

  const auto judge_all = [&](const math::MathProfile& by, std::string_view note) {
    MathWork work;
    work.profile = by;
    for (const MathLine& line : *lines) work.items.push_back(line.item);
    std::vector<math::ResponseResult> results;
    results.reserve(lines->size());
    ProgressBar bar(stderr, lines->size());
    VerifyAll(std::move(work), nullptr, threads_,
              [&](size_t index, const MathItem&, const MathAnswer& answer) {
                results.push_back(answer.result);
                bar.Update(index + 1, note);
              });
    return results;
  };
  const auto item_of = [](const MathLine& line) {
    return math::AuditItem{line.item.id, line.item.gold, line.item.response, line.expected,
                           line.category};
  };
  const auto results = judge_all(*profile, profile->name);
  if (other != nullptr) {
    const auto others = judge_all(*other, other->name);
    math::AuditComparison comparison{std::string(profile->name), std::string(other->name)};
    for (size_t i = 0; i < lines->size(); ++i) {
      comparison.Add(item_of((*lines)[i]), results[i], others[i]);
    }
    std::fputs((WantsJson() ? comparison.ToJson() + "\n" : comparison.ToTable()).c_str(), stdout);
    return comparison.differences().empty() ? 0 : 1;
  }
  math::AuditReport report{std::string(profile->name)};
  for (size_t i = 0; i < lines->size(); ++i) report.Add(item_of((*lines)[i]), results[i]);
  std::fputs((WantsJson() ? report.ToJson() + "\n" : report.ToTable()).c_str(), stdout);
  return report.disagreements().empty() ? 0 : 1;
}

}  // namespace assay
