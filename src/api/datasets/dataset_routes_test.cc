#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "api/datasets/dataset_store.h"
#include "api/testing.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A folder of data sets that is gone with the test.
class Datasets {
 public:
  Datasets() {
    std::string pattern = std::filesystem::temp_directory_path() / "datasets-XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~Datasets() { std::filesystem::remove_all(path_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name) << text;
  }
  Result<std::unique_ptr<DatasetStore>> Load() const { return DatasetStore::Load(path_); }

 private:
  std::string path_;
};

struct Served : ApiFixture {
  explicit Served(ApiOptions options = {}) : ApiFixture(std::move(options)) {}

  std::shared_ptr<CapturedReply> Ask(const std::string& path, const std::string& body) {
    auto reply = Post(path, body);
    service.FlushProblems();  // readers answer
    return reply;
  }
  // One program ran and ended so.
  void Ends(int code, const std::string& out = "") {
    sink.answer = [=](const Submission& submission) {
      SubmissionResult result;
      result.cause = Cause::kCandidate;
      result.verdict = code == 0 ? Verdict::kAccepted : Verdict::kRuntimeError;
      std::string text = out;
      // What the last line of a whole Python program would write.
      const std::string& program = submission.code;
      const size_t mark = program.rfind("_os.write(1, b\"\\n");
      if (mark != program.npos && out != "gone") {
        text += "\n" + program.substr(mark + 17, 32) + "\n";
      }
      result.tests = {Executed(result.verdict, Exited(code, text))};
      return result;
    };
  }
};

std::string Submit(const std::string& dataset_class, const std::string& row,
                   const std::string& completion, const std::string& more = "") {
  return R"({"dataset":"mine","id":7,"completion":")" + completion +
         R"(","config":{"dataset_type":")" + dataset_class + R"(","provided_data":)" + row + more +
         "}}";
}

constexpr char kOj[] =
    R"({"id":7,"content":"Add.","labels":"{}","test":"[{\"input\":{\"stdin\":\"1\"},\"output\":{\"stdout\":\"2\"}}]"})";

TEST(DatasetRoutes, FindTheClassAsThePeersDo) {
  Served api;
  EXPECT_THAT(
      api.Ask("/submit", R"({"dataset":"x","id":1,"completion":"","config":{}})")->response.body,
      HasSubstr("no eval class found for dataset x"));
  EXPECT_THAT(
      api.Ask("/get_prompts", R"({"dataset":"x","config":{"dataset_type":"Y"}})")->response.body,
      HasSubstr("eval class Y not found"));
  const auto unknown = api.Ask("/get_prompts", R"({"dataset":"code_contests","config":{}})");
  EXPECT_EQ(unknown->response.status, 404);
  EXPECT_THAT(unknown->response.body, HasSubstr("provided_data"));
  EXPECT_EQ(
      api.Ask("/submit", R"({"dataset":"mbpp","completion":"","config":{}})")->response.status,
      422);
}

TEST(DatasetRoutes, RefuseRowsOfTheWrongKind) {
  Served api;
  EXPECT_THAT(api.Ask("/submit", Submit("CommonOJDataset", "[1]", "x"))->response.body,
              HasSubstr("provided_data should be a dict with str -> str | int"));
  EXPECT_THAT(api.Ask("/get_prompts", R"({"dataset":"mbpp","config":{"provided_data":{"id":1}}})")
                  ->response.body,
              HasSubstr("provided_data should be a list of str -> str | int"));
  EXPECT_THAT(api.Ask("/submit", Submit("MBPPDataset", R"({"id":1})", "x"))->response.body,
              HasSubstr("row.test_list must be a list of strings"));
}

TEST(DatasetRoutes, GivePromptsOfARow) {
  Served api;
  const std::string body = std::string(R"({"dataset":"x","id":7,"config":{"language":"python",)") +
                           R"("dataset_type":"CommonOJDataset","provided_data":)";
  const auto one = api.Ask("/get_prompt_by_id", body + kOj + "}}");
  EXPECT_THAT(one->response.body,
              HasSubstr(R"({"id":7,"prompt":"Add.\n\nPlease implement a complete Python script.)"));
  EXPECT_THAT(one->response.body, HasSubstr(R"("labels":{}})"));
  const auto strict =
      api.Ask("/get_prompt_by_id", body + R"({"id":7,"content":"","labels":{"x":NaN}}}})");
  EXPECT_THAT(strict->response.body, HasSubstr(R"("labels":{"x":null}})"));
  const auto list = api.Ask("/list_ids", body + "[" + kOj + "," + kOj + "]}}");
  EXPECT_EQ(list->response.body, "[7,7]");
}

TEST(DatasetRoutes, JudgeCasesOfAnOnlineJudge) {
  Served api;
  const std::string request = Submit("CommonOJDataset", kOj, "```python\\nx\\n```");
  EXPECT_EQ(api.Ask("/submit", request)->response.status, 400);  // no language
  api.Ends(0, "2");
  const auto reply =
      api.Ask("/submit", Submit("CommonOJDataset", kOj, "```python\\nx\\n```",
                                R"(,"language":"python","extra":{"run_all_cases":true})"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"("accepted":true,"extracted_code":"x")"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"("output":{"stdout":"2"})"));
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  const Submission& judged = api.sink.submissions[0];
  EXPECT_EQ(judged.problem->comparison.profile, Profile::kCompat);
  EXPECT_EQ(judged.stop, StopPolicy::kRunAll);
}

constexpr char kAuto[] =
    R"({"id":7,"labels":{"programming_language":"python"},"test":{"code":"assert f() == 1"}})";

TEST(DatasetRoutes, WantAWholePythonProgramToGetToItsEnd) {
  Served api;
  const std::string request =
      Submit("AutoEvalDataset", kAuto, "```python\\ndef f(): return 1 or exit()\\n```");
  api.Ends(0, "said");
  const auto passed = api.Ask("/submit", request);
  EXPECT_THAT(passed->response.body, HasSubstr(R"("accepted":true)"));
  EXPECT_THAT(passed->response.body, HasSubstr(R"("stdout":"said")"));  // without the mark
  EXPECT_THAT(passed->response.body,
              HasSubstr(R"("full_code":"def f(): return 1 or exit()\nassert f() == 1")"));
  api.Ends(0, "gone");
  const auto left = api.Ask("/submit", request);
  EXPECT_THAT(left->response.body, HasSubstr(R"("accepted":false)"));
  EXPECT_THAT(left->response.body, HasSubstr("left before its tests were over"));
  api.Ends(1);
  EXPECT_THAT(api.Ask("/submit", request)->response.body,
              HasSubstr(R"("passed":false,"exec_info":{"status":"Failed","message":"")"));
}

TEST(DatasetRoutes, AcceptNoAnswerWithoutAProgram) {
  Served api;
  api.Ends(0);
  EXPECT_THAT(api.Ask("/submit", Submit("AutoEvalDataset", kAuto, "I don't know."))->response.body,
              HasSubstr(R"("accepted":false)"));
}

TEST(DatasetRoutes, MissingToolchainsAreNoWrongAnswers) {
  Served api;
  const auto reply = api.Ask(
      "/submit",
      Submit("AutoEvalDataset",
             R"({"id":7,"labels":{"programming_language":"java"},"test":{"code":"class T {}"}})",
             "```java\\nclass A {}\\n```"));
  EXPECT_EQ(reply->response.status, 500);
  EXPECT_THAT(reply->response.body, HasSubstr("failed to request sandbox"));
  EXPECT_TRUE(api.sink.submissions.empty());
}

TEST(DatasetRoutes, CompareValuesOfPalMathHere) {
  Served api;
  // {"gt": "1/2"}
  const std::string row = R"({"id":7,"test":{"asset":{"answer.json":"eyJndCI6ICIxLzIifQ=="}}})";
  const std::string answer = "```python\\ndef solution():\\n    return 1\\n```";
  const std::string mark = "--- value of solution() ---\n";
  for (const auto& [value, accepted] :
       {std::pair("\\frac{1}{2}", true), std::pair("1/3", false), std::pair("0.5", true)}) {
    api.Ends(0, "noise\n" + mark + value);
    const auto reply = api.Ask("/submit", Submit("PalMathDataset", row, answer));
    EXPECT_THAT(reply->response.body,
                HasSubstr(accepted ? R"("accepted":true)" : R"("accepted":false)"))
        << value;
  }
  EXPECT_THAT(api.sink.submissions[0].code, Not(HasSubstr("1/2")));
  EXPECT_TRUE(api.sink.submissions[0].files.empty());
}

TEST(DatasetRoutes, GiveMetricsFunctions) {
  Served api;
  EXPECT_EQ(
      api.Ask("/get_metrics", R"({"dataset":"mhpp","config":{},"results":[]})")->response.body,
      "{}");
  EXPECT_EQ(api.Ask("/get_metrics_function", R"({"dataset":"mbpp","config":{}})")->response.body,
            R"({"function":null})");
  EXPECT_THAT(api.Ask("/get_metrics_function", R"({"dataset":"mhpp","config":{}})")->response.body,
              HasSubstr("def get_metrics(results):"));
}

TEST(DatasetRoutes, ServeRowsOfAFolder) {
  const Datasets folder;
  folder.Write("code_eval_mbpp.jsonl",
               R"({"id":11,"content":"b","labels":{},"test_list":["assert 1"]})"
               "\n"
               R"({"id":2,"content":"a","labels":{},"test_list":["assert 1"]})"
               "\n");
  folder.Write("mine.jsonl", std::string(kOj) + "\n");
  folder.Write("datasets.yaml", "mine: CommonOJDataset\n");
  auto store = folder.Load();
  ASSERT_TRUE(store.ok()) << store.error().message;
  ApiOptions options;
  options.datasets = store->get();
  Served api(options);
  EXPECT_EQ(api.Call("GET", "/list_datasets")->response.body, R"(["mine","mbpp"])");
  EXPECT_EQ(api.Ask("/list_ids", R"({"dataset":"mbpp","config":{}})")->response.body, "[2,11]");
  EXPECT_EQ(
      api.Ask("/list_ids", R"({"dataset":"mbpp","config":{},"offset":1,"limit":5})")->response.body,
      "[11]");
  EXPECT_THAT(
      api.Ask("/get_prompt_by_id", R"({"dataset":"mbpp","id":"11","config":{}})")->response.body,
      HasSubstr(R"("id":11)"));
  EXPECT_EQ(
      api.Ask("/get_prompt_by_id", R"({"dataset":"mbpp","id":3,"config":{}})")->response.status,
      404);
}

TEST(DatasetStore, NamesWhatIsWrongWithAFolder) {
  const Datasets folder;
  folder.Write("mine.jsonl", "{}\n");
  EXPECT_THAT(folder.Load().error().message, HasSubstr("nobody says what class it is of"));
  folder.Write("datasets.yaml", "mine: Nothing\n");
  EXPECT_THAT(folder.Load().error().message, HasSubstr("there is no class Nothing"));
  folder.Write("datasets.yaml", "mine: {class: MBPPDataset, rows: 3}\n");
  EXPECT_THAT(folder.Load().error().message, HasSubstr("must be class or file"));
  folder.Write("datasets.yaml", "mine: MBPPDataset\n");
  folder.Write("mine.jsonl", "{}\n[]\n");
  EXPECT_THAT(folder.Load().error().message, HasSubstr("mine.jsonl:2: must be a JSON object"));
  folder.Write("datasets.yaml", "other: MBPPDataset\nmine: MBPPDataset\n");
  EXPECT_THAT(folder.Load().error().message, HasSubstr("other.jsonl"));
}

// Tests packed by Python: one that doubles a number, and one whose pickle calls os.system.
constexpr char kPackedTests[] =
    "eJxrYJnqxwABtVN6eDLzCkpL4vNLS4DUlB6LaiWwQLGSlUK0klFMnlKsjoISRBYiZgIVS8uLz0vMTQWK5ZXm5NRO"
    "KdYDAN98HJA=";
constexpr char kPackedCall[] = "eJxrYJkqzwABPawF+cWZFVN62Iori0tSc6dMntLDUlJUmjqldUrQFD0AA2gOlA==";

TEST(DatasetRoutes, PackedTestsAreReadWithoutPython) {
  Served api;
  api.Ends(0, "4");
  const auto row = [](const std::string& test) {
    return R"({"id":7,"content":"Double.","labels":"{}","test":")" + test + "\"}";
  };
  const std::string completion = R"(```python\nprint(int(input()) * 2)\n```)";
  const auto reply =
      api.Ask("/submit", Submit("LiveCodeBenchDataset", row(kPackedTests), completion));
  EXPECT_EQ(reply->response.status, 200) << reply->response.body;
  EXPECT_THAT(reply->response.body, HasSubstr("\"accepted\":true"));
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  EXPECT_EQ(api.sink.submissions[0].problem->tests.size(), 1u);
  const auto refused =
      api.Ask("/submit", Submit("LiveCodeBenchDataset", row(kPackedCall), completion));
  EXPECT_EQ(refused->response.status, 400);
  EXPECT_THAT(refused->response.body, HasSubstr("as a packed pickle"));
  EXPECT_EQ(
      api.Ask("/submit", Submit("LiveCodeBenchDataset", row("bm8="), completion))->response.status,
      400);
}

}  // namespace
}  // namespace assay
