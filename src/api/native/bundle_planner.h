// BundlePlanner: decides for the submissions of one request what their bundles hold (bundle.h).
//
// A problem is embedded when its text is small, or when the request wants it so. A larger one that
// came inside the request goes into the problem store instead, as if it had been sent by PUT, so
// that the hash in the bundle means something; when the store can't take it now, it is embedded.
//
// Not thread-safe: belongs to the decoding of one request, whose JSON outlives it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "api/native/bundle.h"
#include "api/service.h"
#include "text/json_reader.h"

namespace assay {

class BundlePlanner {
 public:
  static constexpr size_t kSmallProblemBytes = 64 << 10;

  explicit BundlePlanner(const ApiContext& context) : context_(context) {}

  // `problem`: as in the request, an object or {"sha256": …}; the submission's own is what it was
  // decoded to. `embed`: what the request wants, or nothing. Null when the problem was found by its
  // hash and its text, to be embedded, has left the store since.
  std::shared_ptr<const BundleSource> Plan(const Submission& submission, JsonValue problem,
                                           std::optional<bool> embed);

 private:
  struct Text {
    std::string sha256;
    std::shared_ptr<const std::string> embedded;  // null: by hash only
  };
  std::optional<Text> TextOf(const Submission& submission, JsonValue problem,
                             std::optional<bool> embed);
  std::string Environment(const Submission& submission) const;

  const ApiContext& context_;
  // By where the problem stands in the request and what is wanted: a group shares its problem.
  std::map<std::pair<const char*, std::optional<bool>>, Text> texts_;
};

}  // namespace assay
