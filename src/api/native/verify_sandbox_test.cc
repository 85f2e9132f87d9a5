// What /v1/verify takes from sandboxes: first over HTTP from boxes that are there, then how they
// are read (SandboxReading), from fakes whose files have any size and fail in any way.
#include <gmock/gmock.h>

#include <chrono>
#include <map>
#include <thread>

#include "api/connect/fake_sandbox_test_util.h"
#include "api/native/sandbox_reading.h"
#include "api/sessions/sandbox_api_fixture.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr char kProblemField[] = R"("problem":{"tests":[{"id":"t","input":"1","expected":"1"}]})";

// The engine accepts whatever it is given.
class VerifySandbox : public SandboxApi {
 protected:
  VerifySandbox() {
    api_.sink.answer = [](const Submission&) {
      SubmissionResult result;
      result.verdict = Verdict::kAccepted;
      result.cause = Cause::kCandidate;
      result.reason = Reason::kAccepted;
      result.score = 1.0;
      return result;
    };
    path_ = Make();
    id_ = path_.substr(path_.rfind('/') + 1);
  }

  std::string Body(const std::string& sandbox, const std::string& more = "") const {
    return R"({"language":"python","sandbox":{"id":")" + id_ + R"(",)" + sandbox + "}," + more +
           kProblemField + "}";
  }
  HttpResponse Verify(const std::string& body) { return Post("/v1/verify", body); }
  void Put(const std::string& file, std::string_view bytes) {
    ASSERT_EQ(Ask("PUT", path_ + "/files?path=" + file, bytes).status, 200);
  }
  // Refused as faulty, and the field is named.
  void ExpectFault(const HttpResponse& answer, const std::string& field, const std::string& type) {
    EXPECT_EQ(answer.status, 422) << answer.body;
    EXPECT_THAT(answer.body, HasSubstr("\"" + field + "\""));
    EXPECT_THAT(answer.body, HasSubstr(type));
    EXPECT_TRUE(api_.sink.submissions.empty());
  }

  std::string path_;
  std::string id_;
};

TEST_F(VerifySandbox, TakesProgramAndFiles) {
  Put("work/main.py", "print(1)\n");
  Put("work/data", std::string("\0\xff", 2));
  const HttpResponse answer = Verify(
      Body(R"("code":"work/main.py","files":{"in/d":"work/data"})", R"("files":{"own":"eA=="},)"));
  EXPECT_EQ(answer.status, 200) << answer.body;
  ASSERT_EQ(api_.sink.submissions.size(), 1u);
  const auto& submission = api_.sink.submissions[0];
  EXPECT_EQ(submission.code, "print(1)\n");
  EXPECT_EQ(submission.files.at("in/d")->view(), std::string_view("\0\xff", 2));
  EXPECT_EQ(submission.files.at("own")->view(), "x");
}

TEST_F(VerifySandbox, ManyMayShareAFileAndEachHasItsOwnFault) {
  Put("data", "d");
  const HttpResponse answer = Verify(
      R"({"submissions":[)" + Body(R"("files":{"f":"data"})", R"("code":"a",)") + "," +
      Body(R"("files":{"f":"data"})", R"("code":"b",)") + "," + Body(R"("code":"none.py")") + "]}");
  EXPECT_EQ(answer.status, 200) << answer.body;
  ASSERT_EQ(api_.sink.submissions.size(), 2u);
  EXPECT_EQ(api_.sink.submissions[0].files.at("f"), api_.sink.submissions[1].files.at("f"));
  const JsonBody body(answer.body);
  const JsonValue third = body["results"].Items()[2];
  EXPECT_EQ(third.Find("reason").String(), "invalid_submission");
  EXPECT_EQ(third.Find("masked").raw(), "true");
  EXPECT_THAT(std::string(third.Find("message").String()),
              HasSubstr("submissions[2].sandbox.code"));
}

TEST_F(VerifySandbox, FaultsNameTheirField) {
  Put("main.py", "x");
  Put("binary", "\xff\xfe");
  Run(path_, R"({"command":"mkdir folder; mkfifo pipe"})");
  ExpectFault(Verify(Body(R"("code":"none.py")")), "sandbox.code", "no_such_file");
  ExpectFault(Verify(Body(R"("code":"folder")")), "sandbox.code", "is_a_directory");
  ExpectFault(Verify(Body(R"("code":"pipe")")), "sandbox.code", "no regular file");
  ExpectFault(Verify(Body(R"("code":"binary")")), "sandbox.code", "UTF-8");
  ExpectFault(Verify(Body(R"("code":"main.py")", R"("code":"y",)")), "code", "value_error");
  ExpectFault(Verify(Body(R"("code":"main.py")", R"("response":"y",)")), "response", "value_error");
  ExpectFault(Verify(Body(R"("file":"main.py")")), "sandbox.file", "");
  ExpectFault(Verify(Body(R"("files":{})")), "sandbox", "value_error");
  ExpectFault(Verify(Body(R"("files":{"a":"main.py"})")), "code", "missing");
  ExpectFault(
      Verify(Body(R"("code":"main.py","files":{"f":"main.py"})", R"("files":{"f":"eA=="},)")),
      "sandbox.files.f", "has it already");
}

TEST_F(VerifySandbox, SizesAreBoundedBeforeTheyAreRead) {
  Run(path_, R"({"command":"truncate -s 1G sparse; truncate -s 10M large; echo x > main.py"})");
  ExpectFault(Verify(Body(R"("code":"main.py","files":{"f":"sparse"})")), "sandbox.files.f",
              "too_large");
  const std::string one = Body(R"("files":{"f":"large"})", R"("code":"x",)");
  EXPECT_EQ(Verify(one).status, 200);
  api_.sink.submissions.clear();
  // A program is copied for each that is judged, so each counts; a second one fits into a request
  // of its own.
  const std::string code = Body(R"("code":"large")");
  const JsonBody both(Verify(R"({"submissions":[)" + code + "," + code + "]}").body);
  EXPECT_EQ(api_.sink.submissions.size(), 1u);
  const JsonValue second = both["results"].Items()[1];
  EXPECT_EQ(second.Find("verdict").String(), "IE");
  EXPECT_EQ(second.Find("cause").String(), "infrastructure");
  EXPECT_THAT(std::string(second.Find("message").String()), HasSubstr("one request reads"));
}

TEST_F(VerifySandbox, IsTheTenantsOwn) {
  Put("main.py", "x");
  const std::string body = Body(R"("code":"main.py")");
  const HttpResponse others = Ask("POST", "/v1/verify", body, {{"x-assay-tenant", "other"}});
  ExpectFault(others, "sandbox.id", "unknown_sandbox");
  EXPECT_EQ(Verify(body).status, 200);
}

TEST_F(VerifySandbox, AnEndedSandboxIsNoVerdict) {
  Put("main.py", "x");
  const std::string body = Body(R"("code":"main.py")");
  boxes_.LoseAll();
  const HttpResponse single = Verify(body);
  EXPECT_EQ(single.status, 409) << single.body;
  EXPECT_THAT(single.body, HasSubstr("ended"));
  const JsonBody list(Verify(R"({"submissions":[)" + body + "]}").body);
  const JsonValue result = list["results"].Items()[0];
  EXPECT_EQ(result.Find("verdict").String(), "IE");
  EXPECT_EQ(result.Find("cause").String(), "infrastructure");
  EXPECT_TRUE(result.Find("score").IsNull());
  EXPECT_TRUE(api_.sink.submissions.empty());
}

TEST_F(VerifySandbox, OtherRoutesSayThatTheyDont) {
  Put("main.py", "x");
  const HttpResponse answer = Post(
      "/v1/score",
      R"({"rubrics":{"r":{"functions":[{"kind":"code"}]}},"items":[{"rubric":"r","response":"x",)"
      R"("language":"python","sandbox":{"id":")" +
          id_ + R"(","files":{"f":"main.py"}},)" + kProblemField + "}]}");
  EXPECT_THAT(answer.body, HasSubstr("/v1/verify"));
  EXPECT_TRUE(api_.sink.submissions.empty());
}

TEST(VerifySandboxWithout, SaysWhatToDo) {
  ApiFixture api;
  const auto reply = api.Post(
      "/v1/verify", std::string(R"({"language":"python","sandbox":{"id":"a","code":"b"},)") +
                        kProblemField + "}");
  EXPECT_EQ(reply->response.status, 422);
  EXPECT_THAT(reply->response.body, HasSubstr("--sandboxes"));
}

constexpr int64_t kMebibyte = 1 << 20;

// Regular files of a size, or what asking for them fails with. The rest isn't asked for.
class FakeFiles final : public LiveFiles {
 public:
  Result<FileInfo> Stat(const std::string& path, SteadyTime deadline) override {
    deadlines.push_back(deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (fails) return *fails;
    FileInfo info;
    info.path = path;
    info.bytes = sizes.at(path);
    return info;
  }
  Result<int64_t> Read(const std::string& path, FileRange range, const ByteSink& sink,
                       SteadyTime) override {
    if (on_read) on_read();
    sink(std::string(static_cast<size_t>(range.bytes), 'x'));
    return sizes.at(path);
  }
  Result<std::vector<FileInfo>> List(const std::string&, int, SteadyTime) override {
    return None();
  }
  Result<bool> MakeDirectory(const std::string&, SteadyTime) override { return None(); }
  Status Move(const std::string&, const std::string&, SteadyTime) override { return None(); }
  Status Remove(const std::string&, SteadyTime) override { return None(); }
  Result<FileInfo> Write(const std::string&, uint32_t, const ByteSource&, SteadyTime) override {
    return None();
  }
  Status Pack(const std::string&, const ByteSink&, SteadyTime) override { return None(); }
  Status Unpack(const std::string&, const ByteSource&, SteadyTime) override { return None(); }

  std::map<std::string, int64_t> sizes;
  std::optional<Error> fails;
  std::function<void()> on_read;
  std::vector<SteadyTime> deadlines;

 private:
  static Error None() { return {ErrorCode::kUnsupported, "fake", 0, "a fake has none"}; }
};

class FakeSandboxes final : public Sandboxes {
 public:
  void Create(const std::string&, SandboxRequest, Done done) override {
    done(Error{ErrorCode::kUnsupported, "fake", 0, "a fake makes none"});
  }
  SandboxPtr Find(const std::string&, const std::string& id) const override {
    const auto found = all.find(id);
    return found == all.end() ? nullptr : found->second;
  }
  std::map<std::string, int> CountByTenant() const override { return {}; }
  std::vector<SandboxPtr> List(const std::string&, const SandboxFilter&) const override {
    return {};
  }
  void Images(std::function<void(Result<std::vector<BoxImage>>)> done) override {
    done(std::vector<BoxImage>());
  }
  int Count(SandboxState) const override { return 0; }
  void Close() override {}
  const SandboxPolicy& policy() const override { return policy_; }
  LiveBoxHost& host() override { std::abort(); }

  std::map<std::string, std::shared_ptr<FakeSandbox>> all;

 private:
  const SandboxPolicy policy_{};
};

class SandboxReading : public ::testing::Test {
 protected:
  FakeFiles& Make(const std::string& id) {
    auto sandbox = std::make_shared<FakeSandbox>(id);
    FakeFiles& files = files_[id];
    sandbox->with_files = [&files](const std::function<void(Result<LiveFiles*>)>& work) {
      work(&files);
    };
    sandboxes_.all[id] = std::move(sandbox);
    return files;
  }
  // The next submission takes these.
  void Take(const std::string& id, std::map<std::string, std::string> files,
            std::optional<std::string> code = std::nullopt) {
    VerifyItem& item = request_.items.emplace_back();
    item.sandbox = SandboxSource{id, {}, std::move(code), std::move(files)};
  }
  const VerifyItem& At(size_t index) const { return request_.items[index]; }
  bool IsRead(size_t index) const { return At(index).faults.empty() && !At(index).unread; }
  void Read(const SourcePatience& patience = {}) {
    bool done = false;
    ReadSandboxSources(
        &sandboxes_, "t", &request_, [&](const auto&) { done = true; }, patience);
    EXPECT_TRUE(done);
  }

  FakeSandboxes sandboxes_;
  std::map<std::string, FakeFiles> files_;
  VerifyRequest request_;
};

TEST_F(SandboxReading, EachSandboxHasItsOwnTime) {
  for (const char* id : {"a", "b"}) {
    Make(id).sizes["f"] = 1;
    Take(id, {{"f", "f"}});
  }
  Read();
  EXPECT_TRUE(IsRead(0) && IsRead(1));
  const auto& first = files_["a"].deadlines;
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0], first[1]);
  EXPECT_GT(files_["b"].deadlines.at(0), first[0]);
}

TEST_F(SandboxReading, ARequestHasATimeForAllItsSandboxes) {
  for (const char* id : {"a", "b"}) {
    Make(id).sizes["f"] = 1;
    Take(id, {{"f", "f"}});
  }
  Read({.each = std::chrono::hours(2), .all = std::chrono::hours(1)});
  EXPECT_TRUE(IsRead(0) && IsRead(1));
  EXPECT_EQ(files_["a"].deadlines.at(0), files_["b"].deadlines.at(0));
}

TEST_F(SandboxReading, WhoseTurnNeverCameIsNotJudged) {
  for (const char* id : {"a", "b"}) {
    Make(id).sizes["f"] = 1;
    Take(id, {{"f", "f"}});
  }
  Take("none", {{"f", "f"}});
  Read({.all = Nanoseconds{0}});
  for (const size_t i : {0, 1}) {
    EXPECT_TRUE(At(i).faults.empty());
    ASSERT_TRUE(At(i).unread);
    EXPECT_EQ(At(i).unread->status, 504);
    EXPECT_EQ(At(i).unread->code, "deadline");
    EXPECT_THAT(At(i).unread->message, HasSubstr("in another one"));
  }
  EXPECT_FALSE(At(2).faults.empty());
  EXPECT_TRUE(files_["a"].deadlines.empty() && files_["b"].deadlines.empty());
}

TEST_F(SandboxReading, WhatOneTakesIsNoFaultOfAnother) {
  for (int i = 0; i < 5; ++i) {
    const std::string id(1, static_cast<char>('a' + i));
    Make(id).sizes["f"] = 16 * kMebibyte;
    Take(id, {{"f", "f"}});
  }
  Take("a", {{"f", "f"}});  // what is read already
  Make("z").sizes["f"] = 64 * kMebibyte;
  Take("z", {{"f", "f"}});
  Read();
  for (const size_t i : {0, 1, 2, 3, 5}) EXPECT_TRUE(IsRead(i)) << i;
  EXPECT_TRUE(At(4).faults.empty());
  ASSERT_TRUE(At(4).unread);
  EXPECT_EQ(At(4).unread->status, 429);
  EXPECT_TRUE(At(4).unread->retry);
  // This one never fits.
  ASSERT_EQ(At(6).faults.errors().size(), 1u);
  EXPECT_THAT(At(6).faults.errors()[0].message, HasSubstr("16 MiB"));
}

TEST_F(SandboxReading, BoundsEachSubmissionAndWhatASandboxGives) {
  FakeFiles& files = Make("a");
  files.sizes = {{"f", 10 * kMebibyte}, {"g", 6 * kMebibyte}, {"h", 10 * kMebibyte}};
  Take("a", {{"f", "f"}, {"g", "g"}});
  Take("a", {{"h", "h"}});
  Take("a", {{"f", "f"}, {"g", "g"}, {"h", "g"}});
  Read();
  EXPECT_TRUE(IsRead(0));
  EXPECT_TRUE(At(1).unread);
  EXPECT_FALSE(At(2).faults.empty());
}

TEST_F(SandboxReading, AProgramThatFitsAloneIsTaken) {
  Make("a").sizes["f"] = 16 * kMebibyte;
  Take("a", {}, "f");
  Take("a", {}, "f");
  Read();
  EXPECT_TRUE(IsRead(0));
  EXPECT_EQ(At(0).submission.code.size(), 16u << 20);
  EXPECT_TRUE(At(1).unread && At(1).faults.empty());
}

TEST_F(SandboxReading, WhatBreaksOffIsNoFaultOfTheRequest) {
  const std::pair<int, int> cases[] = {{ETIMEDOUT, 504}, {EPIPE, 503}, {EPROTO, 503}};
  for (const auto& [error, status] : cases) {
    Make(std::to_string(error)).fails = Error{ErrorCode::kInvalidArgument, "files", error, "no"};
    Take(std::to_string(error), {{"f", "f"}});
  }
  Read();
  for (size_t i = 0; i < std::size(cases); ++i) {
    EXPECT_TRUE(At(i).faults.empty());
    ASSERT_TRUE(At(i).unread);
    EXPECT_EQ(At(i).unread->status, cases[i].second);
  }
}

TEST_F(SandboxReading, TakesRoomBeforeItReads) {
  const TenantRoom room(10, 10);
  FakeFiles& files = Make("a");
  files.sizes = {{"f", 8}, {"g", 4}};
  sandboxes_.all["a"]->memory = [&] { return room.Open("t"); };
  int reads = 0;
  files.on_read = [&] {
    ++reads;
    EXPECT_FALSE(room.Open("t").Grow(3));
  };
  Take("a", {{"f", "f"}});
  Take("a", {{"g", "g"}});
  Read();
  EXPECT_EQ(reads, 1);
  EXPECT_TRUE(IsRead(0));
  ASSERT_TRUE(At(1).unread);
  EXPECT_EQ(At(1).unread->status, 429);
  EXPECT_TRUE(room.Open("t").Grow(10));  // nobody holds what was read
}

TEST_F(SandboxReading, WhatTheServerNeverHasRoomForIsTooLarge) {
  const TenantRoom room(10, 10);
  Make("a").sizes = {{"f", 11}, {"c", 6}};
  sandboxes_.all["a"]->memory = [&] { return room.Open("t"); };
  Take("a", {{"f", "f"}});
  Take("a", {}, "c");
  Read();
  // A program is held twice.
  for (const size_t i : {0, 1}) {
    EXPECT_FALSE(At(i).unread);
    ASSERT_EQ(At(i).faults.errors().size(), 1u);
    EXPECT_THAT(At(i).faults.errors()[0].message, HasSubstr("at most 10"));
  }
}

TEST(SandboxReadingAtTheEnd, IsWaitedFor) {
  FakeSandboxes sandboxes;
  auto sandbox = std::make_shared<FakeSandbox>("a");
  std::function<void(Result<LiveFiles*>)> under_way;
  sandbox->with_files = [&](auto work) { under_way = std::move(work); };
  sandboxes.all["a"] = std::move(sandbox);
  ApiOptions options;
  options.sandboxes = &sandboxes;
  auto api = std::make_unique<ApiFixture>(options);
  const auto reply = api->Post(
      "/v1/verify", std::string(R"({"language":"python","sandbox":{"id":"a","code":"b"},)") +
                        kProblemField + "}");
  ASSERT_TRUE(under_way) << reply->response.body;
  std::atomic<bool> answered = false;
  std::thread thread([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    under_way(Error{ErrorCode::kUnavailable, "fake", 0, "closed"});
    answered = reply->ends > 0;
    under_way = nullptr;
  });
  api.reset();
  EXPECT_TRUE(answered);
  thread.join();
  EXPECT_EQ(reply->response.status, 503) << reply->response.body;
}

}  // namespace
}  // namespace assay
