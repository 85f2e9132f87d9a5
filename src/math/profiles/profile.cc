#include "math/profiles/profile.h"

namespace assay::math {
namespace {

using Step = ExtractOptions::Step;
using Think = ExtractOptions::Think;

std::vector<MathProfile> MakeProfiles() {
  std::vector<MathProfile> profiles;

  MathProfile assay;
  assay.name = kDefaultProfile;
  assay.description = "explicit conclusions first, then what stands last";
  profiles.push_back(assay);

  MathProfile strict;
  strict.name = "strict";
  strict.description = "a box or nothing; decimals are exact";
  strict.extract.ladder = {Step::kBoxTokens, Step::kBoxes};
  strict.extract.later_final_beats_box = false;
  strict.retry = MathProfile::Retry::kNone;
  strict.verify.decimals = VerifyOptions::DecimalPolicy::kExact;
  strict.verify.percent_bare_number = false;
  profiles.push_back(strict);

  MathProfile math_verify;
  math_verify.name = "math_verify";
  math_verify.description = "rungs of Math-Verify; any later match when one does not parse";
  math_verify.extract.think = Think::kOff;
  math_verify.extract.ladder = {Step::kFinalHope,   Step::kBoxes,        Step::kFinalAnswer,
                                Step::kAnswerColon, Step::kAnswerMarker, Step::kChoice,
                                Step::kBare,        Step::kLastItem};
  math_verify.extract.refuse_truncated = false;
  math_verify.extract.all_rungs = true;
  profiles.push_back(math_verify);

  MathProfile acereason;
  acereason.name = "acereason";
  acereason.description = "only the last box after </think>";
  acereason.extract.think = Think::kRequired;
  acereason.extract.ladder = {Step::kBoxes};
  acereason.extract.join_boxes = false;
  acereason.extract.later_final_beats_box = false;
  acereason.retry = MathProfile::Retry::kNone;
  profiles.push_back(acereason);

  MathProfile dapo;
  dapo.name = "verl_math_dapo";
  dapo.description = "the line after \"Answer:\" in the last 300 bytes, or a box in the last 100";
  dapo.extract.think = Think::kOff;
  dapo.extract.tail_bytes = 300;
  dapo.extract.ladder = {Step::kAnswerLine, Step::kBoxes};
  dapo.extract.box_tail_bytes = 100;
  dapo.extract.join_boxes = false;
  dapo.extract.later_final_beats_box = false;
  dapo.retry = MathProfile::Retry::kNone;
  profiles.push_back(dapo);

  MathProfile prime;
  prime.name = "verl_prime_math";
  prime.description = "what is left after cutting by \"answer is\", box, \". \" and \"is\"";
  prime.extract.think = Think::kOff;
  prime.extract.ladder = {Step::kNarrowed};
  prime.retry = MathProfile::Retry::kNone;
  prime.verify.relative_tolerance = 1e-4;
  profiles.push_back(prime);

  MathProfile prm800k;
  prm800k.name = "prm800k";
  prm800k.description = "the last box or pair of box tokens, wherever it stands";
  prm800k.extract.think = Think::kOff;
  prm800k.extract.ladder = {Step::kBoxTokens, Step::kBoxes};
  prm800k.extract.join_boxes = false;
  prm800k.extract.later_final_beats_box = false;
  prm800k.retry = MathProfile::Retry::kNone;
  profiles.push_back(prm800k);

  MathProfile qwen;
  qwen.name = "qwen";
  qwen.description = "template sentence, box, \"the answer is\", then the last number";
  qwen.extract.think = Think::kOff;
  qwen.extract.ladder = {Step::kFinalHope, Step::kBoxes, Step::kAnswerMarker,
                         Step::kChoice,    Step::kBare,  Step::kLastNumber};
  qwen.extract.join_boxes = false;
  qwen.extract.later_final_beats_box = false;
  qwen.extract.refuse_truncated = false;
  qwen.retry = MathProfile::Retry::kNone;
  profiles.push_back(qwen);

  return profiles;
}

}  // namespace

const std::vector<MathProfile>& Profiles() {
  static const std::vector<MathProfile> profiles = MakeProfiles();
  return profiles;
}

const MathProfile& DefaultProfile() {
  return Profiles().front();
}

const MathProfile* FindProfile(std::string_view name) {
  if (name.empty()) return &DefaultProfile();
  for (const MathProfile& profile : Profiles()) {
    if (profile.name == name) return &profile;
  }
  return nullptr;
}

}  // namespace assay::math
