// LocalJudge: the routes inside this process. What they run on is the caller's business; only
// apps/setup builds the concrete runner.
//
// Thread-safe, as the router is.
#pragma once

#include "net/router.h"
#include "service/judge.h"

namespace assay::service {

class LocalJudge : public Judge {
 public:
  // `router` outlives every question, and is asked for nothing after the last one.
  LocalJudge(const Router& router, int slots) : router_(router), slots_(slots) {}

  std::optional<int> slots() const override { return slots_; }
  Result<Answer> Send(const Question& question) override;

 protected:
  Result<Answer> Ask(const char* method, const std::string& path, std::string body) override;

 private:
  const Router& router_;
  const int slots_;
};

}  // namespace assay::service
