#include "lab/rl/tiny/run/faulty_judge.h"

#include <utility>

#include "text/json_writer.h"

namespace assay::tiny {

Result<service::Answer> FaultyJudge::Ask(const char* method, const std::string& path,
                                         std::string body) {
  const bool math = path == "/v1/math/verify";
  if (!math && path != "/v1/verify") {
    return judge_->Send({method, path, {}, std::move(body), std::nullopt});
  }
  if (asked_++ % kCycle >= faulty_) {
    return math ? judge_->VerifyMath(std::move(body)) : judge_->Verify(std::move(body));
  }
  ++faults_;
  JsonWriter json;
  json.BeginObject().Key("verdict").String("fault").Key("score");
  answer_ == FaultAnswer::kZero ? json.Double(0) : json.Null();
  json.Key("message").String("the fault of a run that asks for faults");
  service::Answer answer;
  answer.status = 200;
  answer.body = json.EndObject().Take();
  if (math) answer.body = "{\"results\":[" + answer.body + "]}";
  return answer;
}

}  // namespace assay::tiny
