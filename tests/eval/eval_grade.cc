// Grades answers of a benchmark on a running server, and says of each what was judged: the request
// and how its answer reads. For tests/eval/check_languages.py, which compares that with the
// reference commands run by hand.
//
//   eval_grade URL BENCHMARK PROTOCOL LANGUAGES DATA       answers on stdin, verdicts on stdout
//
// PROTOCOL is "chat" or "completion"; LANGUAGES has commas between, or is empty. A line of stdin is
// {"item", "content"}, and "kind", which comes back; without any line the benchmark's own known
// samples are graded.
#include <algorithm>
#include <atomic>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "lab/eval/benchmarks/table.h"
#include "service/remote_judge.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

constexpr size_t kThreads = 3;

struct Question {
  size_t item = 0;
  AnswerText answer;
  std::string kind;
};

std::vector<Question> ReadQuestions(const LoadedBenchmark& loaded) {
  std::map<std::string, size_t> items;
  for (size_t i = 0; i < loaded.items().size(); ++i) items[loaded.items()[i].id] = i;
  std::vector<Question> questions;
  for (std::string line; std::getline(std::cin, line);) {
    JsonError error;
    const std::optional<JsonDocument> document = JsonDocument::Parse(line, &error);
    if (!document) continue;
    const auto item = items.find(TextAt(document->root(), "item"));
    if (item == items.end()) continue;
    Question question;
    question.item = item->second;
    question.answer.content = TextAt(document->root(), "content");
    question.kind = TextAt(document->root(), "kind");
    questions.push_back(std::move(question));
  }
  if (!questions.empty()) return questions;
  for (KnownSample& sample : loaded.KnownSamples()) {
    questions.push_back({sample.item, std::move(sample.answer), sample.kind});
  }
  return questions;
}

std::string_view NameOf(SampleState state) {
  switch (state) {
    case SampleState::kPassed: return "passed";
    case SampleState::kFailed: return "failed";
    case SampleState::kMasked: return "masked";
    case SampleState::kErrored: return "errored";
  }
  return "";
}

std::string GradeOne(const LoadedBenchmark& loaded, const Question& question, GradeProfile profile,
                     service::Judge* judge) {
  const Extracted extracted = loaded.Extract(question.item, question.answer, profile);
  GradeTask task;
  Grade grade;
  grade.state = SampleState::kFailed;
  grade.reason = "unextracted";
  if (extracted.code) {
    task = loaded.Task(question.item, extracted, profile);
    const Result<service::Answer> answer = task.route == GradeTask::Route::kMath
                                               ? judge->VerifyMath(task.body)
                                               : judge->Verify(task.body);
    grade = answer.ok()
                ? loaded.ReadAnswer(question.item, profile, task, answer->status, answer->body)
                : Grade();
  }
  const EvalItem& item = loaded.items()[question.item];
  JsonWriter json;
  json.BeginObject().Key("item").Bytes(item.id).Key("language").Bytes(item.language);
  json.Key("kind").Bytes(question.kind);
  json.Key("profile").String(profile == GradeProfile::kOfficial ? "official" : "assay");
  json.Key("state").String(NameOf(grade.state)).Key("reason").Bytes(grade.reason);
  json.Key("message").Bytes(grade.message).Key("body").Bytes(task.body);
  return json.EndObject().Take();
}

int Run(int count, char** words) {
  if (count != 6) {
    std::cerr << "eval_grade URL BENCHMARK PROTOCOL LANGUAGES DATA\n";
    return 2;
  }
  const Benchmark* benchmark = FindBenchmark(words[2]);
  BenchmarkOptions options;
  options.data = {words[5]};
  options.protocol =
      std::string_view(words[3]) == "completion" ? Protocol::kCompletion : Protocol::kChat;
  const std::string languages = words[4];
  for (size_t at = 0; at < languages.size();) {
    const size_t end = std::min(languages.find(',', at), languages.size());
    options.languages.push_back(languages.substr(at, end - at));
    at = end + 1;
  }
  if (benchmark == nullptr) {
    std::cerr << "there is no benchmark " << words[2] << "\n";
    return 2;
  }
  const auto loaded = benchmark->load(options);
  const auto address = service::ServerAddress(words[1], "");
  if (!loaded.ok() || !address.ok()) {
    std::cerr << (loaded.ok() ? address.error() : loaded.error()).ToString() << "\n";
    return 1;
  }
  const auto judge = service::MakeRemoteJudge({.url = *address});
  const std::vector<Question> questions = ReadQuestions(**loaded);
  std::atomic<size_t> next = 0;
  std::mutex output;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (size_t at = next++; at < questions.size(); at = next++) {
        for (const GradeProfile profile : kGradeProfiles) {
          const std::string line = GradeOne(**loaded, questions[at], profile, judge.get());
          const std::lock_guard<std::mutex> lock(output);
          std::cout << line << "\n";
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return 0;
}

}  // namespace
}  // namespace assay::eval

int main(int count, char** words) {
  return assay::eval::Run(count, words);
}
