// A judge whose sandboxes are made up: files in memory, programs by a script. Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "net/form/query.h"
#include "service/judge.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {

class FakeSandboxes final : public service::Judge {
 public:
  using Reply = service::Answer;

  static Reply Refusal(int status, const std::string& code, const std::string& message) {
    JsonWriter json;
    json.BeginObject().Key("error").BeginObject().Key("code").String(code);
    json.Key("message").String(message).EndObject().EndObject();
    return {.status = status, .body = json.Take()};
  }
  static Reply Ended(const std::string& output, int exit_code = 0) {
    JsonWriter json;
    json.BeginObject().Key("stdout").String(output).Key("stderr").String("");
    return {.status = 200, .body = json.Key("exit_code").Int(exit_code).EndObject().Take()};
  }

  std::optional<int> slots() const override { return 1; }
  Result<service::Answer> Send(const service::Question& question) override {
    MutexLock lock(mutex_);
    asked_.push_back(question.method + " " + question.target);
    const std::string& target = question.target;
    if (question.method == "POST" && target == "/v1/sandboxes") {
      orders_.push_back(question.body);
      if (create.status != 201) return create;
      return Reply{.status = 201, .body = R"({"id":"sb-1"})"};
    }
    if (question.method == "DELETE") return Reply{.status = 200, .body = "{}"};
    if (target.find("/exec") != target.npos) {
      programs_.push_back(question.body);
      return exec(question.body);
    }
    const size_t query = target.find("?path=");
    if (query == target.npos) return Refusal(404, "no_route", "nothing");
    const size_t end = target.find('&', query);
    const std::string path = PercentDecode(target.substr(query + 6, end - query - 6));
    if (question.method == "PUT") {
      files[path] = question.body;
      return Reply{.status = 200, .body = "{}"};
    }
    if (files.count(path) == 0) return Refusal(404, "no_such_file", "there is no " + path);
    return Reply{.status = 200, .body = files[path]};
  }

  int Count(const std::string& begin) const {
    MutexLock lock(mutex_);
    int count = 0;
    for (const std::string& each : asked_) count += each.rfind(begin, 0) == 0 ? 1 : 0;
    return count;
  }
  std::vector<std::string> programs() const {
    MutexLock lock(mutex_);
    return programs_;
  }
  std::vector<std::string> orders() const {
    MutexLock lock(mutex_);
    return orders_;
  }

  // Set before anything is asked.
  Reply create{.status = 201, .body = ""};
  std::function<Result<service::Answer>(const std::string& body)> exec = [](const std::string&) {
    return Ended("");
  };
  std::map<std::string, std::string> files;

 protected:
  Result<service::Answer> Ask(const char*, const std::string&, std::string) override {
    return Error{ErrorCode::kUnsupported, "test", 0, "nobody asks so"};
  }

 private:
  mutable Mutex mutex_;
  std::vector<std::string> asked_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::string> programs_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::string> orders_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::env
