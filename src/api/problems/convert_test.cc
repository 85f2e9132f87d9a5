// POST /v1/problems:convert over a fake engine: shapes of answers, refusals beside conversions, and
// problems that are stored on the way.
#include "data/convert/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/problems/decode_problem.h"
#include "api/testing.h"
#include "api_embedded.h"
#include "data/convert/formats.h"
#include "text/json_member.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr char kApps[] =
    R"({"question":"q","input_output":"{\"inputs\":[\"1\"],\"outputs\":[\"2\"]}"})";
constexpr char kFaulty[] = R"({"question":"q","input_output":"{\"inputs\":[\"1\"]}"})";

class ConvertRoute : public ::testing::Test {
 protected:
  // The answer's body; `status` as expected.
  const JsonDocument& Post(const std::string& body, int status = 200) {
    const auto reply = fixture_.Post("/v1/problems:convert", body);
    fixture_.service.FlushProblems();
    EXPECT_EQ(reply->ends.load(), 1);
    EXPECT_EQ(reply->response.status, status) << reply->response.body;
    text_ = reply->response.body;
    JsonError error;
    document_ = JsonDocument::Parse(text_, &error);
    EXPECT_TRUE(document_) << error.message << text_;
    return *document_;
  }

  ApiFixture fixture_;
  std::string text_;
  std::optional<JsonDocument> document_;
};

TEST_F(ConvertRoute, ARowIsAnsweredWithItsProblem) {
  const JsonValue answer = Post(R"({"row":)" + std::string(kApps) + "}").root();
  EXPECT_EQ(TextAt(answer, "format"), "apps");
  EXPECT_EQ(TextAt(answer, "kind"), "code");
  EXPECT_EQ(TextAt(answer, "language"), "python");
  EXPECT_EQ(answer.Find("problem").raw(),
            R"({"mode":"stdin_stdout","tests":[{"input":"1","expected":"2"}]})");
  const JsonValue math = Post(R"({"row":{"question":"q","answer":"#### 3"}})").root();
  EXPECT_EQ(TextAt(math, "kind"), "math");
  EXPECT_EQ(TextAt(math, "gold"), "3");
}

// Of a client that has left.
class GoneReply final : public HttpReply {
 public:
  void Send(HttpResponse) override { ++ends; }
  void Begin(HttpResponse) override {}
  void Write(std::string) override {}
  void End() override { ++ends; }
  void OnDisconnect(std::function<void()> callback) override { callback(); }

  std::atomic<int> ends{0};
};

TEST_F(ConvertRoute, NothingMoreIsUnpackedForAClientThatLeft) {
  auto request = std::make_shared<HttpRequest>();
  request->method = "POST";
  request->path = "/v1/problems:convert";
  request->body = R"({"rows":[)" + std::string(kApps) + "," + kApps + "]}";
  const auto reply = std::make_shared<GoneReply>();
  fixture_.router.Handle(request, reply);
  fixture_.service.FlushProblems();
  EXPECT_EQ(reply->ends.load(), 0);
}

TEST_F(ConvertRoute, ARowThatIsNotUnderstoodIs422WithFieldAndExample) {
  const JsonValue error = Post(R"({"row":)" + std::string(kFaulty) + "}", 422).root().Find("error");
  EXPECT_EQ(TextAt(error, "code"), "not_understood");
  EXPECT_EQ(TextAt(error, "field"), "input_output.outputs");
  EXPECT_THAT(TextAt(error, "example"), HasSubstr("outputs"));
}

TEST_F(ConvertRoute, OneRefusedRowLeavesTheOthers) {
  const JsonValue answer =
      Post(R"({"rows":[)" + std::string(kApps) + "," + kFaulty + R"(,7]})").root();
  EXPECT_EQ(answer.Find("converted").raw(), "1");
  EXPECT_EQ(answer.Find("refused").raw(), "2");
  const auto results = answer.Find("results").Items();
  ASSERT_EQ(results.size(), 3U);
  EXPECT_TRUE(results[0].Find("problem"));
  EXPECT_EQ(TextAt(results[1].Find("error"), "field"), "input_output.outputs");
  EXPECT_THAT(TextAt(results[2].Find("error"), "message"), HasSubstr("object"));
}

TEST_F(ConvertRoute, AFormatCanBeNamed) {
  const JsonValue error =
      Post(R"({"format":"gsm8k","row":)" + std::string(kApps) + "}", 422).root().Find("error");
  EXPECT_EQ(TextAt(error, "field"), "answer");
  const JsonValue unknown = Post(R"({"format":"x","row":{}})", 422).root().Find("error");
  EXPECT_EQ(TextAt(unknown, "field"), "format");
  EXPECT_THAT(TextAt(unknown, "message"), HasSubstr("'livecodebench'"));
}

TEST_F(ConvertRoute, WhatIsStoredCanBeNamedByVerify) {
  fixture_.sink.answer = [](const Submission&) { return SubmissionResult{}; };
  const JsonValue answer = Post(R"({"store":true,"row":)" + std::string(kApps) + "}").root();
  EXPECT_EQ(answer.Find("created").raw(), "true");
  EXPECT_EQ(answer.Find("persistent").raw(), "false");
  const std::string named(answer.Find("problem").raw());
  const std::string name = TextAt(answer.Find("problem"), "sha256");
  EXPECT_EQ(fixture_.Call("HEAD", "/v1/problems/" + name)->response.status, 200);
  EXPECT_EQ(Post(R"({"store":true,"row":)" + std::string(kApps) + "}").root().Find("created").raw(),
            "false");
  const auto verified = fixture_.Post(
      "/v1/verify", R"({"language":"python","code":"print(2);","problem":)" + named + "}");
  EXPECT_EQ(verified->response.status, 200) << verified->response.body;
  ASSERT_EQ(fixture_.sink.submissions.size(), 1U);
  EXPECT_EQ(fixture_.sink.submissions[0].problem->identity, name);
}

TEST_F(ConvertRoute, LabelsOfTrainersAreRowsToo) {
  const std::string name(64, 'a');
  const auto results = Post(R"j({"format":"label","store":true,"rows":[{"label":"[1, 2)"},)j"
                            R"j({"label":["assert f(1) == 1"]},{"label":{"problem":{"sha256":")j" +
                            name + R"("}}},{"label":null},{}]})")
                           .root()
                           .Find("results")
                           .Items();
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(TextAt(results[0], "gold"), "[1, 2)");
  EXPECT_EQ(TextAt(results[1].Find("problem"), "sha256").size(), 64U);
  // What is stored already is only named.
  EXPECT_EQ(TextAt(results[2].Find("problem"), "sha256"), name);
  EXPECT_THAT(TextAt(results[3].Find("error"), "message"), HasSubstr("label is null"));
  EXPECT_THAT(TextAt(results[4].Find("error"), "message"), HasSubstr("label is null"));
}

TEST_F(ConvertRoute, FaultsOfTheRequestAreNamed) {
  for (const char* body : {"{}", R"({"rows":{}})", R"({"row":7})", R"({"rows":[],"row":{}})",
                           R"({"rows":[],"store":"maybe"})", R"({"rows":[],"format":1})"}) {
    Post(body, 422);
  }
  std::string many = R"({"rows":[0)";
  for (int i = 0; i < 10'000; ++i) many += ",0";
  Post(many + "]}", 422);
}

TEST_F(ConvertRoute, DocumentedFieldsAreWritten) {
  JsonError error;
  const auto api = JsonDocument::Parse(Embedded_openapi_json(), &error);
  ASSERT_TRUE(api) << error.message;
  std::string answers;
  for (const char* store : {"true", "false"}) {
    std::string rows = kFaulty;
    for (const RowFormat& format : RowFormats()) rows.append(",").append(format.example);
    rows +=
        R"(,{"question":"q","starter_code":"x","input_output":{"inputs":["1"],"outputs":["2"]}})";
    rows += R"(,{"official_tests":[{"input":"1","output":"2"}],"official_tests_complete":false})";
    Post(R"({"store":)" + std::string(store) + R"(,"rows":[)" + rows + "]}");
    answers += text_;
  }
  const JsonValue schemas = api->root().Find("components").Find("schemas");
  for (const char* schema : {"ConvertResponse", "ConvertedRow", "RowFault"}) {
    for (const auto& field : schemas.Find(schema).Find("properties").Members()) {
      EXPECT_THAT(answers, HasSubstr("\"" + field.key + "\":")) << schema;
    }
  }
}

TEST(ConvertedProblems, AreNotStoredWhereTheyCannotBeJudged) {
  FakeSink sink;
  const LanguageTable table{LanguageConfig{}};
  Metrics metrics;
  // The checker is in C++.
  ApiService service({}, sink, table, {{"cpp", "", "", false, "install g++"}}, metrics, "test");
  Router router;
  service.RegisterRoutes(router);
  auto request = std::make_shared<HttpRequest>();
  request->method = "POST";
  request->path = "/v1/problems:convert";
  request->body =
      R"({"store":true,"row":)" + std::string(FindRowFormat("aethercode")->example) + "}";
  const auto reply = std::make_shared<CapturedReply>();
  router.Handle(request, reply);
  service.FlushProblems();
  EXPECT_EQ(reply->response.status, 422);
  EXPECT_THAT(reply->response.body, HasSubstr("invalid_problem"));
  EXPECT_THAT(reply->response.body, HasSubstr("problem.checker.language"));
}

// The converter's word for a problem is what the native routes read.
TEST(ConvertedProblems, AreNativeProblems) {
  const LanguageTable table{LanguageConfig{}};
  auto toolchains = ApiFixture::Toolchains();
  toolchains.push_back({"cpp", "g++", "/usr/bin/g++", true, ""});
  const ApiLanguages languages(table, toolchains);
  for (const RowFormat& format : RowFormats()) {
    JsonError error;
    const auto row = JsonDocument::Parse(format.example, &error);
    const Conversion conversion = ConvertRow(row->root(), "");
    ASSERT_TRUE(conversion.row) << format.name;
    if (conversion.row->math) continue;
    const std::string problem = ProblemJson(*conversion.row);
    const auto document = JsonDocument::Parse(problem, &error);
    ASSERT_TRUE(document) << problem;
    FieldErrors faults;
    EXPECT_TRUE(DecodeProblem(document->root(), {}, languages, &faults)) << problem;
    EXPECT_TRUE(faults.empty()) << problem;
  }
}

}  // namespace
}  // namespace assay
