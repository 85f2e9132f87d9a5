#include "apps/ask/batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "base/whole_file.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string ResultJson(const std::string& id, const std::string& verdict) {
  return R"({"id":")" + id + R"(","index":0,"verdict":")" + verdict +
         R"(","cause":"candidate","message":"because","score":)" +
         (verdict == "IE" ? "null" : "0.5") +
         R"(,"tests":[{"verdict":"AC","cpu_time_s":0.25,"memory_peak_bytes":2048},)"
         R"({"verdict":"WA","cpu_time_s":0.5,"memory_peak_bytes":1024}]})";
}

// Answers each submission with the verdict named in its body.
class FakeJudge final : public service::Judge {
 public:
  std::optional<int> slots() const override { return std::nullopt; }
  Result<service::Answer> Ask(const char*, const std::string& path, std::string body) override {
    EXPECT_EQ(path, "/v1/verify");
    if (refusals_.fetch_sub(1) > 0) return service::Answer{429, 1, "{}"};
    ++posts;
    for (const char* verdict : {"AC", "WA", "IE"}) {
      if (body.find(std::string("give ") + verdict) != std::string::npos) {
        return service::Answer{200, 1, ResultJson("x", verdict)};
      }
    }
    if (body.find("give warning") != std::string::npos) {
      return service::Answer{200, 1, R"({"index":0,"verdict":"AC","warnings":["theirs"]})"};
    }
    if (body.find("give bundle") != std::string::npos) {
      return service::Answer{200, 1, R"({"index":0,"verdict":"AC","bundle":{"format":1}})"};
    }
    if (body.find("give fault") != std::string::npos) {
      return service::Answer{422, 1, R"({"error":{"message":"is no mode","field":"mode"}})"};
    }
    return service::Answer{422, 1, R"({"error":"code: missing"})"};
  }
  std::atomic<int> refusals_{0};
  std::atomic<int> posts{0};
};

struct Outcome {
  int exit_code;
  std::string text;
};

Outcome RunLines(const std::string& lines, BatchOptions options, FakeJudge* judge) {
  const auto items = ParseBatch(lines);
  EXPECT_TRUE(items.ok());
  std::FILE* out = std::tmpfile();
  const int exit_code = RunBatch(*items, options, *judge, out, out);
  std::string text(static_cast<size_t>(std::ftell(out)), '\0');
  std::rewind(out);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), out), text.size());
  std::fclose(out);
  return {exit_code, text};
}

TEST(ParseBatch, ReadsIdsAndExpectations) {
  const auto items = ParseBatch(
      "{\"id\":\"a\",\"expect\":\"AC\"}\n\n  {\"expect\":[\"WA\",\"RE\"]}\r\n{\"id\":\"c\"}");
  ASSERT_TRUE(items.ok());
  ASSERT_EQ(items->size(), 3u);
  EXPECT_EQ((*items)[0].id, "a");
  EXPECT_THAT((*items)[0].expect, ElementsAre("AC"));
  EXPECT_EQ((*items)[1].id, "line 3");
  EXPECT_THAT((*items)[1].expect, ElementsAre("WA", "RE"));
  EXPECT_THAT((*items)[2].expect, IsEmpty());
}

TEST(ParseBatch, ALineWithoutAnIdIsSentByItsNumber) {
  const auto items = ParseBatch("{\"id\":\"a\"}\n{\"language\":\"c\"}\n{\"id\":5}");
  ASSERT_TRUE(items.ok());
  EXPECT_EQ((*items)[0].json, R"({"id":"a"})");
  EXPECT_EQ((*items)[1].json, R"({"id":"line 2","language":"c"})");
  EXPECT_EQ((*items)[2].json, R"({"id":5})");
}

TEST(ParseBatch, AMisspeltExpectationIsNamed) {
  for (const char* name : {"expct", "expected", "Expect"}) {
    const auto items = ParseBatch("{}\n{\"" + std::string(name) + "\":\"WA\"}");
    ASSERT_TRUE(items.ok()) << name;
    EXPECT_THAT((*items)[1].fault, HasSubstr("line 2: " + std::string(name) + ": ")) << name;
  }
  const auto items = ParseBatch(R"({"expect":"WA","expected":1})");
  EXPECT_EQ((*items)[0].fault, "");
}

TEST(ParseBatch, MembersNobodyReadsAreNamed) {
  const auto items = ParseBatch(
      "{\"code\":\"x\",\"time_limit\":1,\"expect\":\"WA\"}\n{\"code\":\"x\",\"cache\":false}\n"
      "{\"mode\":\"swe\",\"patch\":\"\"}");
  ASSERT_TRUE(items.ok());
  EXPECT_THAT((*items)[0].warnings,
              ElementsAre(StartsWith("time_limit: there is no such field, it is ignored; known")));
  EXPECT_THAT((*items)[0].warnings[0], HasSubstr("'stream' or 'expect'"));
  EXPECT_THAT((*items)[1].warnings, IsEmpty());
  EXPECT_THAT((*items)[2].warnings, IsEmpty());  // the server refuses such a member
}

TEST(ParseBatch, OtherKindsOfFilesSayWhatTheyAre) {
  for (const auto& [text, said] : {std::pair{"", "holds no submissions"},
                                   {"\n \n", "holds no submissions"},
                                   {"[\n{}]", "is a JSON array"},
                                   {"\x1f\x8b\x08", "is in gzip"},
                                   {"\x28\xb5\x2f\xfd\x04", "is in Zstandard"},
                                   {"PAR1\x15", "is in Parquet"}}) {
    const auto items = ParseBatch(text);
    ASSERT_FALSE(items.ok()) << said;
    EXPECT_EQ(items.error().code, ErrorCode::kInvalidArgument) << said;
    EXPECT_THAT(items.error().message, HasSubstr(said));
  }
}

TEST(ParseBatch, NamesTheLineAtFaultAndKeepsTheOthers) {
  for (const char* text : {"{}\n{", "{}\n[]", "{}\n{\"expect\":[1]}", "{}\n{\"expect\":5}",
                           "{}\n{\"expect\":\"wa\"}", "{}\n{\"expect\":null}"}) {
    const auto items = ParseBatch(text);
    ASSERT_TRUE(items.ok()) << text;
    ASSERT_EQ(items->size(), 2u) << text;
    EXPECT_EQ((*items)[0].fault, "") << text;
    EXPECT_THAT((*items)[1].fault, HasSubstr("line 2: ")) << text;
    EXPECT_EQ((*items)[1].id, "line 2") << text;
  }
}

TEST(ParseBatch, RefusesAFileWithoutASubmission) {
  const auto items = ParseBatch("\nprint(1)\nprint(2)\n");
  ASSERT_FALSE(items.ok());
  EXPECT_THAT(items.error().message, HasSubstr("line 2: "));
}

TEST(ViewOf, TakesTheWorstOfTheTests) {
  const VerdictView view = ViewOf(service::Answer{200, 1, ResultJson("a", "WA")});
  EXPECT_EQ(view.verdict, "WA");
  EXPECT_FALSE(view.masked);
  EXPECT_EQ(view.tests, 2u);
  EXPECT_EQ(view.tests_accepted, 1u);
  EXPECT_DOUBLE_EQ(view.cpu_seconds, 0.5);
  EXPECT_EQ(view.memory_peak_bytes, 2048);
}

TEST(ViewOf, HasNoVerdictWithoutAResult) {
  EXPECT_EQ(ViewOf(Error{ErrorCode::kUnavailable, "client", 0, "gone"}).message, "gone");
  for (const char* body : {"", "[]", "{}", R"({"verdict":null})"}) {
    const VerdictView view = ViewOf(service::Answer{500, 1, body});
    EXPECT_TRUE(view.verdict.empty());
    EXPECT_THAT(view.message, HasSubstr("500")) << body;
  }
}

TEST(RunBatch, ExitCodeSaysWhetherAllIsAsExpected) {
  FakeJudge judge;
  EXPECT_EQ(RunLines("{\"code\":\"give AC\"}", {}, &judge).exit_code, 0);
  EXPECT_EQ(RunLines("{\"code\":\"give WA\"}", {}, &judge).exit_code, 1);
  EXPECT_EQ(RunLines("{\"code\":\"give WA\",\"expect\":\"WA\"}", {}, &judge).exit_code, 0);
  EXPECT_EQ(RunLines("{\"code\":\"give AC\",\"expect\":\"WA\"}", {}, &judge).exit_code, 1);
  EXPECT_EQ(RunLines("{\"code\":\"give IE\"}", {}, &judge).exit_code, 3);
  EXPECT_EQ(RunLines("{\"code\":\"else\"}", {}, &judge).exit_code, 3);
}

TEST(RunBatch, TableIsInInputOrderAndCounts) {
  FakeJudge judge;
  const Outcome outcome = RunLines(
      "{\"id\":\"one\",\"code\":\"give AC\",\"expect\":\"AC\"}\n"
      "{\"id\":\"two\",\"code\":\"give WA\",\"expect\":\"AC\"}\n",
      {}, &judge);
  EXPECT_LT(outcome.text.find("one"), outcome.text.find("two"));
  EXPECT_THAT(outcome.text, HasSubstr("AC !"));
  EXPECT_THAT(outcome.text, HasSubstr("2 of 2 submissions"));
  EXPECT_THAT(outcome.text, HasSubstr("1 AC, 1 WA; 1 unexpected"));
}

TEST(RunBatch, AMalformedLineIsARecordAndTheOthersAreJudged) {
  FakeJudge judge;
  BatchOptions options;
  options.output = BatchOutput::kJsonLines;
  options.parallel = 1;
  const Outcome outcome =
      RunLines("{\"code\":\"give AC\"}\n{\"code\":\n{\"code\":\"give AC\"}", options, &judge);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(judge.posts, 2);
  EXPECT_THAT(outcome.text,
              HasSubstr(R"({"id":"line 2","index":1,"verdict":null,"error":"line 2: )"));
}

TEST(RunBatch, RecordsCarryTheirPlaceInTheFile) {
  FakeJudge judge;
  BatchOptions options;
  options.output = BatchOutput::kJsonLines;
  options.parallel = 1;
  const Outcome outcome = RunLines(
      "{\"code\":\"give AC\"}\n\n{\"code\":\"give WA\"}\n{\"code\":\"else\"}", options, &judge);
  EXPECT_THAT(outcome.text, HasSubstr(R"("index":0,"verdict":"AC")"));
  EXPECT_THAT(outcome.text, HasSubstr(R"("index":1,"verdict":"WA")"));
  EXPECT_THAT(outcome.text, HasSubstr(R"("index":2,"verdict":null)"));
}

TEST(RunBatch, JsonLinesAreTheResultsAndErrorsAreLinesToo) {
  FakeJudge judge;
  BatchOptions options;
  options.output = BatchOutput::kJsonLines;
  options.parallel = 1;
  const Outcome outcome =
      RunLines("{\"code\":\"give AC\"}\n{\"id\":\"b\",\"code\":\"else\"}", options, &judge);
  EXPECT_THAT(outcome.text, HasSubstr("{\"id\":\"x\",\"index\":0,\"verdict\":\"AC\""));
  EXPECT_THAT(outcome.text,
              HasSubstr("{\"id\":\"b\",\"index\":1,\"verdict\":null,\"error\":\"HTTP status 422"));
  EXPECT_EQ(std::count(outcome.text.begin(), outcome.text.end(), '\n'), 2);
}

TEST(RunBatch, ARefusalNamesTheFieldFirst) {
  FakeJudge judge;
  BatchOptions options;
  options.output = BatchOutput::kJsonLines;
  EXPECT_THAT(RunLines("{\"code\":\"give fault\"}", options, &judge).text,
              HasSubstr("HTTP status 422: mode: is no mode\""));
}

TEST(RunBatch, RecordsNameMembersOfTheirLinesThatNobodyReads) {
  FakeJudge judge;
  BatchOptions options;
  options.parallel = 1;
  const std::string lines =
      "{\"code\":\"give AC\",\"tim\":1}\n{\"code\":\"give warning\",\"lang\":\"c\"}\n"
      "{\"code\":\"give fault\",\"lang\":\"c\"}\n{\"code\":\"give AC\"}";
  const std::string table = RunLines(lines, options, &judge).text;
  EXPECT_THAT(table, HasSubstr("line 1: warning: tim: there is no such field"));
  EXPECT_THAT(table, HasSubstr("line 2: warning: lang: there is no such field"));
  EXPECT_THAT(table, HasSubstr("line 2: warning: theirs"));

  options.output = BatchOutput::kJsonLines;
  const std::string records = RunLines(lines, options, &judge).text;
  EXPECT_THAT(records,
              HasSubstr(R"("memory_peak_bytes":1024}],"warnings":["tim: there is no such)"));
  EXPECT_THAT(records, HasSubstr(R"('expect'","theirs"]})"));
  EXPECT_THAT(records,
              HasSubstr(R"("error":"HTTP status 422: mode: is no mode","warnings":["lang: )"));
  EXPECT_EQ(records.find("warnings", records.rfind("\"index\":3")), std::string::npos);
}

TEST(RunBatch, BundlesTakeTheirFilesPlaceWhenAllAreThere) {
  const std::string path = testing::TempDir() + "bundles." + std::to_string(::getpid());
  const auto text = [](const std::string& of) {
    const auto read = ReadFile(of, "test");
    return read.ok() ? *read : "none";
  };
  std::ofstream(path) << "before\n";
  FakeJudge judge;
  BatchOptions options;
  options.output = BatchOutput::kJsonLines;
  const auto run = [&](const std::string& lines) {
    auto file = LineFile::Open(path, {});
    EXPECT_TRUE(file.ok());
    options.bundles = &*file;
    return RunLines(lines, options, &judge).text;
  };
  run("{\"code\":\"give AC\"}");  // without a bundle
  EXPECT_EQ(text(path), "before\n");
  const std::string records = run("{\"code\":\"give bundle\"}\n{\"code\":\"give AC\"}");
  EXPECT_EQ(text(path), "{\"format\":1}\n");
  EXPECT_EQ(records.find("bundle"), std::string::npos);
  EXPECT_EQ(text(path + ".partial"), "none");
  std::filesystem::remove(path);
}

TEST(RunBatch, StopsAtTheFirstMissWhenAsked) {
  FakeJudge judge;
  BatchOptions options;
  options.parallel = 1;
  options.stop_at_miss = true;
  const Outcome outcome = RunLines(
      "{\"code\":\"give AC\"}\n{\"code\":\"give WA\"}\n{\"code\":\"give AC\"}\n", options, &judge);
  EXPECT_EQ(judge.posts, 2);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("2 of 3 submissions"));
}

TEST(RunBatch, TriesAgainWhenTheQueueIsFull) {
  FakeJudge judge;
  judge.refusals_ = 1;
  EXPECT_EQ(RunLines("{\"code\":\"give AC\"}", {}, &judge).exit_code, 0);
  EXPECT_EQ(judge.posts, 1);
}

}  // namespace
}  // namespace assay
