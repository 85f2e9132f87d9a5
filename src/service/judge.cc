#include "service/judge.h"

namespace assay::service {

Result<Answer> Judge::Verify(std::string request) {
  return Ask("POST", "/v1/verify", std::move(request));
}

Result<Answer> Judge::VerifyMath(std::string request) {
  return Ask("POST", "/v1/math/verify", std::move(request));
}

Result<Answer> Judge::Score(std::string request) {
  return Ask("POST", "/v1/score", std::move(request));
}

Result<Answer> Judge::EvaluateBatch(std::string request) {
  return Ask("POST", "/common_evaluate_batch", std::move(request));
}

Result<Answer> Judge::PutProblem(std::string_view sha256, std::string problem) {
  return Ask("PUT", "/v1/problems/" + std::string(sha256), std::move(problem));
}

Result<Answer> Judge::Info() {
  return Ask("GET", "/v1/info", "");
}

Result<Answer> Judge::Send(const Question& question) {
  return Ask(question.method.c_str(), question.target, question.body);
}

}  // namespace assay::service
