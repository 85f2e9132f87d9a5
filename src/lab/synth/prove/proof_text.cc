// A proof as JSON, and as sentences.

#include <algorithm>

#include "base/text.h"
#include "lab/synth/prove/proof.h"
#include "text/json_writer.h"

namespace assay::synth {
namespace {

void WriteShare(std::string_view key, const Share& share, JsonWriter* json) {
  json->Key(key).BeginObject().Key("right").Int(static_cast<int64_t>(share.right));
  json->Key("of").Int(static_cast<int64_t>(share.of)).Key("share");
  share.of == 0 ? json->Null() : json->Double(share.value());
  const lab::Interval interval = share.interval();
  json->Key("low").Double(interval.low).Key("high").Double(interval.high).EndObject();
}

std::string Indented(std::string_view text) {
  constexpr size_t kShown = 400;
  std::string out;
  std::string cut = ReplaceInvalidUtf8(text.substr(0, kShown));
  if (text.size() > kShown) cut += "…";
  size_t at = 0;
  while (at <= cut.size()) {
    const size_t end = std::min(cut.find('\n', at), cut.size());
    out.append("    ").append(cut, at, end - at).push_back('\n');
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string ProofJson(const SynthProblem& problem, const Proof& proof) {
  JsonWriter json;
  json.BeginObject().Key("passed").Bool(proof.passed && proof.undecided.empty());
  json.Key("undecided");
  proof.undecided.empty() ? json.Null() : json.Bytes(proof.undecided);
  WriteShare("tpr", proof.accepted_right, &json);
  WriteShare("tnr", proof.rejected_wrong, &json);
  WriteShare("right_solutions", proof.right_solutions, &json);
  WriteShare("wrong_solutions", proof.wrong_solutions, &json);
  json.Key("kills").BeginObject();
  for (const auto& [change, share] : proof.kills) {
    json.Key(change).BeginObject().Key("killed").Int(static_cast<int64_t>(share.right));
    json.Key("of").Int(static_cast<int64_t>(share.of)).EndObject();
  }
  json.EndObject().Key("trials").Int(static_cast<int64_t>(proof.trials));
  json.Key("failed_trials").Int(static_cast<int64_t>(proof.failed_trials));
  json.Key("gave_up").Int(static_cast<int64_t>(proof.gave_up));
  json.Key("failures").BeginArray();
  for (const ProofFailure& failure : proof.failures) {
    json.BeginObject().Key("check").String(ToString(failure.check)).Key("test");
    failure.test ? json.Bytes(problem.tests[*failure.test].id) : json.Null();
    json.Key("origin").Bytes(failure.origin).Key("what").Bytes(failure.what);
    json.Key("output").Bytes(failure.output).Key("message").Bytes(failure.message).EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

std::string Feedback(const SynthProblem& problem, const Proof& proof) {
  std::string text;
  // A few of different kinds tell more than many of one.
  std::vector<Check> told;
  for (const ProofFailure& failure : proof.failures) {
    constexpr auto kOfOneKind = 2;
    if (std::count(told.begin(), told.end(), failure.check) >= kOfOneKind) continue;
    told.push_back(failure.check);
    text += "- " + failure.what + " (" + failure.origin + ").\n";
    if (failure.test) {
      const SynthTest& test = problem.tests[*failure.test];
      text += "  The input:\n" + Indented(test.input);
      text += "  The reference's output:\n" + Indented(test.expected);
      text += "  The output it was asked about:\n" + Indented(failure.output);
    }
    if (!failure.message.empty()) text += "  It said:\n" + Indented(failure.message);
  }
  return text;
}

}  // namespace assay::synth
