// What is made of a submission, and how spans are written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "telemetry/traces/otlp_json.h"
#include "telemetry/traces/submission_spans.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class KeptSpans final : public SpanSink {
 public:
  void Add(std::vector<Span> added) override {
    for (Span& span : added) spans.push_back(std::move(span));
  }
  std::vector<const Span*> Named(std::string_view name) const {
    std::vector<const Span*> found;
    for (const Span& span : spans) {
      if (span.name == name) found.push_back(&span);
    }
    return found;
  }
  std::vector<Span> spans;
};

struct Judged {
  explicit Judged(int tests) {
    auto made = std::make_shared<Problem>();
    made->identity = "p";
    submission.problem = made;
    submission.language = "python";
    submission.code = "the program's text";
    submission.origin.trace = std::make_shared<RequestTrace>(NewTraceId(), kept);
    result.verdict = Verdict::kWrongAnswer;
    result.cause = Cause::kCandidate;
    result.message = "expected 42";
    result.queue_time = std::chrono::milliseconds(10);
    result.total_time = std::chrono::milliseconds(90);
    for (int i = 0; i < tests; ++i) {
      TestResult& test = result.tests.emplace_back();
      test.executed = true;
      test.verdict = Verdict::kWrongAnswer;
      test.message = "expected 42";
      test.run.stdout_bytes = "what it printed";
      const std::chrono::milliseconds began(10 + i);
      result.stages.push_back({StageTime::Kind::kTest, static_cast<size_t>(i), began,
                               began + std::chrono::milliseconds(1)});
    }
  }
  void Trace() {
    const SteadyTime ended = submission.origin.trace->started() + std::chrono::milliseconds(100);
    TraceSubmission(submission, result, ended, 17);
  }

  KeptSpans kept;
  Submission submission;
  SubmissionResult result;
};

TEST(TraceSubmission, HasASpanForEachStageBelowTheWhole) {
  Judged judged(3);
  judged.Trace();
  ASSERT_EQ(judged.kept.Named("submission").size(), 1u);
  const Span& whole = *judged.kept.Named("submission").front();
  EXPECT_EQ(whole.parent_id, judged.submission.origin.trace->span_id());
  EXPECT_EQ(whole.end_ns - whole.start_ns, 100'000'000);
  ASSERT_EQ(judged.kept.Named("queue").size(), 1u);
  const Span& queue = *judged.kept.Named("queue").front();
  EXPECT_EQ(queue.end_ns - queue.start_ns, 10'000'000);
  ASSERT_EQ(judged.kept.Named("test").size(), 3u);
  EXPECT_EQ(judged.kept.Named("test")[2]->start_ns - whole.start_ns, 12'000'000);
  for (const Span& span : judged.kept.spans) {
    if (&span != &whole) {
      EXPECT_EQ(span.parent_id, whole.span_id);
    }
    EXPECT_FALSE(span.failed);  // the program's failure
  }
}

TEST(TraceSubmission, SaysNothingThatOthersWrote) {
  Judged judged(1);
  judged.Trace();
  const std::string text = OtlpTraces(judged.kept.spans, {}, "1");
  for (const char* theirs : {"the program", "expected 42", "printed"}) {
    EXPECT_THAT(text, Not(HasSubstr(theirs)));
  }
}

TEST(TraceSubmission, LeavesOutTestsBeyondTheFirst) {
  Judged judged(kMostTestSpans + 20);
  judged.Trace();
  EXPECT_EQ(judged.kept.Named("test").size(), static_cast<size_t>(kMostTestSpans));
  EXPECT_THAT(OtlpTraces(judged.kept.spans, {}, "1"),
              HasSubstr(R"({"key":"assay.tests_left_out","value":{"intValue":"20"}})"));
}

TEST(TraceSubmission, OfACachedVerdictHasNoStagesOfAnother) {
  Judged judged(2);
  judged.result.cached = true;
  judged.Trace();
  EXPECT_TRUE(judged.kept.Named("test").empty());
  EXPECT_EQ(judged.kept.Named("submission").size(), 1u);
}

TEST(TraceSubmission, OfOursThatFailedIsAnError) {
  Judged judged(1);
  judged.result.verdict = Verdict::kInternalError;
  judged.result.cause = Cause::kInfrastructure;
  judged.Trace();
  EXPECT_TRUE(judged.kept.Named("submission").front()->failed);
}

TEST(TraceSubmission, DoesNothingWithoutATrace) {
  Judged judged(1);
  judged.submission.origin.trace = nullptr;
  TraceSubmission(judged.submission, judged.result, std::chrono::steady_clock::now(), 1);
  EXPECT_TRUE(judged.kept.spans.empty());
}

TEST(OtlpTraces, AreInTheJsonOfOtlp) {
  Span span;
  span.trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
  span.span_id = "00f067aa0ba902b7";
  span.name = "GET /x";
  span.kind = SpanKind::kServer;
  span.start_ns = 1'700'000'000'000'000'001;
  span.end_ns = 1'700'000'000'000'000'002;
  span.failed = true;
  span.PutText("a", "b\xff");
  span.PutInt("n", -7);
  span.PutDouble("d", 0.5);
  span.PutBool("t", true);
  const std::pair<std::string, std::string> resource[] = {{"service.name", "assay"}};
  EXPECT_EQ(
      OtlpTraces({&span, 1}, resource, "0.1"),
      R"({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":)"
      R"("assay"}}]},"scopeSpans":[{"scope":{"name":"assay","version":"0.1"},"spans":[{"traceId":)"
      R"("4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","name":"GET /x","kind":2,)"
      R"("startTimeUnixNano":"1700000000000000001","endTimeUnixNano":"1700000000000000002",)"
      R"("attributes":[{"key":"a","value":{"stringValue":"b)"
      "\xEF\xBF\xBD"
      R"("}},{"key":"n","value":{"intValue":"-7"}},{"key":"d","value":{"doubleValue":0.5}},{"key":)"
      R"("t","value":{"boolValue":true}}],"status":{"code":2}}]}]}]})");
}

TEST(RejectedSpans, AreWhatTheCollectorSays) {
  EXPECT_EQ(RejectedSpans(R"({"partialSuccess":{"rejectedSpans":"3","errorMessage":"x"}})"), 3);
  EXPECT_EQ(RejectedSpans(R"({"partialSuccess":{"rejectedSpans":3}})"), 3);
  for (const char* none :
       {"", "{}", "[]", "not json", R"({"partialSuccess":{}})", R"({"partialSuccess":7})",
        R"({"partialSuccess":{"rejectedSpans":-1}})"}) {
    EXPECT_EQ(RejectedSpans(none), 0) << none;
  }
}

}  // namespace
}  // namespace assay
