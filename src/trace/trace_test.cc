#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "trace/request_trace.h"

namespace assay {
namespace {

using ::testing::MatchesRegex;

constexpr char kParent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

class KeptSpans final : public SpanSink {
 public:
  void Add(std::vector<Span> added) override {
    for (Span& span : added) spans.push_back(std::move(span));
  }
  std::vector<Span> spans;
};

TEST(Traceparent, IsReadAndWritten) {
  const auto context = ParseTraceparent(kParent);
  ASSERT_TRUE(context);
  EXPECT_EQ(context->trace_id, "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(context->span_id, "00f067aa0ba902b7");
  EXPECT_TRUE(context->sampled);
  EXPECT_EQ(RenderTraceparent(*context), kParent);
  // A later version may have more parts, and other flags say nothing here.
  const auto later =
      ParseTraceparent("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02-what");
  ASSERT_TRUE(later);
  EXPECT_FALSE(later->sampled);
}

TEST(Traceparent, IsIgnoredWhereItIsNone) {
  for (const char* none : {"", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                           "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                           "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
                           "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more"}) {
    EXPECT_EQ(ParseTraceparent(none), std::nullopt) << none;
  }
}

TEST(RequestTrace, GoesOnWithTheClientsTrace) {
  KeptSpans kept;
  TraceContext parent = *ParseTraceparent(kParent);
  parent.state = "other=1";
  RequestTrace trace(parent, kept);
  EXPECT_EQ(trace.trace_id(), parent.trace_id);
  EXPECT_EQ(trace.parent_id(), parent.span_id);
  EXPECT_THAT(trace.span_id(), MatchesRegex("[0-9a-f]{16}"));
  const TraceContext child = trace.ContextOf("00000000000000aa");
  EXPECT_EQ(RenderTraceparent(child), "00-4bf92f3577b34da6a3ce929d0e0e4736-00000000000000aa-01");
  EXPECT_EQ(child.state, "other=1");

  const SteadyTime start = trace.started() + std::chrono::milliseconds(5);
  const Span span = trace.Make("x", start, start + std::chrono::milliseconds(7));
  EXPECT_EQ(span.parent_id, trace.span_id());
  EXPECT_EQ(span.end_ns - span.start_ns, 7'000'000);
  EXPECT_GT(span.start_ns, 1'600'000'000LL * 1'000'000'000);
  // A clock that goes back makes no span that ends before it begins.
  const Span odd = trace.Make("x", start, trace.started());
  EXPECT_EQ(odd.end_ns, odd.start_ns);
}

TEST(RequestTrace, HasABoundedNumberOfSpans) {
  KeptSpans kept;
  RequestTrace trace(NewTraceId(), kept);
  std::atomic<int> granted{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 100; ++n) granted += trace.Claim(3);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(granted, RequestTrace::kMostSpans);
  EXPECT_EQ(granted + trace.left_out(), 1200);
  EXPECT_EQ(trace.Claim(1'000'000) + granted, RequestTrace::kMostSpans);
}

TEST(RequestTrace, KnowsWhenTheFirstThingWasHandedOn) {
  KeptSpans kept;
  RequestTrace trace(NewTraceId(), kept);
  EXPECT_EQ(trace.admitted(), std::nullopt);
  trace.NoteAdmitted(trace.started() + std::chrono::milliseconds(9));
  trace.NoteAdmitted(trace.started() + std::chrono::milliseconds(3));
  trace.NoteAdmitted(trace.started() + std::chrono::milliseconds(5));
  EXPECT_EQ(*trace.admitted(), trace.started() + std::chrono::milliseconds(3));
}

TEST(NewTraceId, IsAnotherEachTime) {
  EXPECT_THAT(NewTraceId(), MatchesRegex("[0-9a-f]{32}"));
  EXPECT_NE(NewTraceId(), NewTraceId());
  EXPECT_NE(NewSpanId(), NewSpanId());
}

}  // namespace
}  // namespace assay
