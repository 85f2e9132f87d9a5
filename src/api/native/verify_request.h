// Requests of POST /v1/verify. Pure decoding, thread-safe.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/native/bundle.h"
#include "api/service.h"
#include "text/field_reader.h"

namespace assay {

struct VerifyItem {
  Submission submission;
  bool include_output = false;
  int64_t include_output_bytes = 64 << 10;     // of each output of each test
  std::shared_ptr<const BundleSource> bundle;  // null: none is wanted
  // The problem was named by a hash this server doesn't know: what to tell the client.
  std::optional<std::string> unknown_problem;
};

struct VerifyRequest {
  std::vector<VerifyItem> items;
  bool single = false;  // the body is one submission object
  bool stream = false;
};

VerifyRequest DecodeVerify(JsonValue body, const ApiContext& context, FieldErrors* errors);

}  // namespace assay
