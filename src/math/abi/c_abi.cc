// libassay_math.so: the C face of VerifyResponse. Nothing throws past this file.
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "math/abi/assay_math.h"
#include "math/decide/verify.h"
#include "math/profiles/profile.h"
#include "math/profiles/response.h"

namespace {

using assay::math::ResponseResult;

// What the caller sees, with the strings it points into.
struct Handle : assay_math_result {
  ResponseResult result;
};

int32_t VerdictOf(assay::math::Outcome outcome) {
  switch (outcome) {
    case assay::math::Outcome::kCorrect: return ASSAY_MATH_CORRECT;
    case assay::math::Outcome::kIncorrect: return ASSAY_MATH_INCORRECT;
    case assay::math::Outcome::kUnparseable: return ASSAY_MATH_UNPARSEABLE;
    case assay::math::Outcome::kUndecided: return ASSAY_MATH_UNDECIDED;
  }
  return ASSAY_MATH_UNDECIDED;
}

// Names are literals, so their data ends with a zero.
const char* Name(std::string_view literal) {
  return literal.data();
}

}  // namespace

extern "C" {

uint32_t assay_math_abi_version(void) {
  return ASSAY_MATH_ABI_VERSION;
}

const char* assay_math_rules_version(void) {
  return Name(assay::math::kMathRulesVersion);
}

int assay_math_verify(const char* gold, size_t gold_len, const char* response, size_t response_len,
                      const char* profile, assay_math_result** result) {
  if (result == nullptr) return ASSAY_MATH_INVALID_ARGUMENT;
  *result = nullptr;
  if ((gold == nullptr && gold_len > 0) || (response == nullptr && response_len > 0)) {
    return ASSAY_MATH_INVALID_ARGUMENT;
  }
  try {
    const assay::math::MathProfile* found =
        assay::math::FindProfile(profile == nullptr ? std::string_view() : profile);
    if (found == nullptr) return ASSAY_MATH_UNKNOWN_PROFILE;
    auto handle = std::make_unique<Handle>();
    handle->result =
        assay::math::VerifyResponse({gold, gold_len}, {response, response_len}, *found);
    const ResponseResult& from = handle->result;
    assay_math_result& to = *handle;
    to.abi_version = ASSAY_MATH_ABI_VERSION;
    to.verdict = VerdictOf(from.outcome);
    to.verdict_name = Name(assay::math::OutcomeName(from.outcome));
    to.reason = Name(assay::math::ToString(from.reason));
    to.rule = from.rule.c_str();
    to.extraction_rule = Name(assay::math::ExtractRuleName(from.extract_rule));
    to.answer = from.answer.c_str();
    to.gold_answer = from.gold_answer.c_str();
    to.answer_normal = from.answer_normal.c_str();
    to.gold_normal = from.gold_normal.c_str();
    to.answer_offset = from.offset;
    to.answer_length = from.length;
    to.work_used = from.work_used;
    *result = handle.release();
    return ASSAY_MATH_OK;
  } catch (const std::bad_alloc&) {
    return ASSAY_MATH_OUT_OF_MEMORY;
  } catch (...) {
    return ASSAY_MATH_INTERNAL;
  }
}

void assay_math_free(assay_math_result* result) {
  delete static_cast<Handle*>(result);
}

const char* assay_math_profile_name(size_t index) {
  try {
    const auto& profiles = assay::math::Profiles();
    return index < profiles.size() ? Name(profiles[index].name) : nullptr;
  } catch (...) {
    return nullptr;
  }
}

void assay_math_release_thread(void) {
  assay::math::ReleaseThreadCaches();
}

}  // extern "C"
