// Audit: how a profile judges labelled triples, and where two profiles disagree.
//
// An operator runs it before trusting a verifier with rewards: false positives teach a model to
// cheat, false negatives starve it. Rows are added in any order; the reports are pure functions of
// what was added. Values; not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "math/profiles/response.h"

namespace assay::math {

struct AuditItem {
  std::string id;
  std::string gold;
  std::string response;
  bool expected = false;  // whether the response deserves "correct"
  std::string category;
};

struct AuditCounts {
  int64_t total = 0;
  int64_t agree = 0;           // correct exactly when expected
  int64_t false_positive = 0;  // correct, and should not be
  int64_t false_negative = 0;  // incorrect, and should be correct
  // Neither right nor wrong was said. They earn no reward, so they agree when not expected.
  int64_t undecided = 0;
  int64_t undecided_expected = 0;
  int64_t unparseable = 0;
  int64_t unparseable_expected = 0;

  void Add(Outcome outcome, bool expected);
  double Agreement() const;  // 1 when there is nothing
};

struct AuditDisagreement {
  std::string id;
  std::string category;
  bool expected = false;
  ResponseResult result;
};

class AuditReport {
 public:
  explicit AuditReport(std::string profile) : profile_(std::move(profile)) {}

  void Add(const AuditItem& item, const ResponseResult& result);

  const AuditCounts& total() const { return total_; }
  const std::map<std::string, AuditCounts>& by_category() const { return by_category_; }
  // Keyed by reason, "incorrect: not_equal" and the like.
  const std::map<std::string, AuditCounts>& by_reason() const { return by_reason_; }
  const std::map<std::string, AuditCounts>& by_extraction() const { return by_extraction_; }
  const std::vector<AuditDisagreement>& disagreements() const { return disagreements_; }

  std::string ToJson() const;
  std::string ToTable() const;

 private:
  std::string profile_;
  AuditCounts total_;
  std::map<std::string, AuditCounts> by_category_;
  std::map<std::string, AuditCounts> by_reason_;
  std::map<std::string, AuditCounts> by_extraction_;
  std::vector<AuditDisagreement> disagreements_;
};

// Where two option sets give different outcomes for the same item.
class AuditComparison {
 public:
  AuditComparison(std::string first, std::string second)
      : first_(std::move(first)), second_(std::move(second)) {}

  struct Difference {
    std::string id;
    std::string category;
    bool expected = false;
    ResponseResult first;
    ResponseResult second;
  };

  void Add(const AuditItem& item, const ResponseResult& first, const ResponseResult& second);

  int64_t total() const { return total_; }
  const std::vector<Difference>& differences() const { return differences_; }
  // How often the first said a and the second said b.
  int64_t Count(Outcome a, Outcome b) const {
    return matrix_[static_cast<size_t>(a)][static_cast<size_t>(b)];
  }

  std::string ToJson() const;
  std::string ToTable() const;

 private:
  static constexpr size_t kOutcomes = 4;
  std::string first_;
  std::string second_;
  int64_t total_ = 0;
  int64_t matrix_[kOutcomes][kOutcomes] = {};
  std::vector<Difference> differences_;
};

}  // namespace assay::math
