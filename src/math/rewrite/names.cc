#include "math/rewrite/names.h"

#include <algorithm>

namespace assay::math {
namespace {

bool IsAssignment(const Node* node) {
  return node->kind == Kind::kRelation && node->name == "=" && node->kids.size() == 2 &&
         node->kids[0]->kind == Kind::kSymbol;
}

NamedValues FromTuple(const Node* relation) {
  NamedValues values;
  const Node* names = relation->kids[0];
  const Node* given = relation->kids[1];
  if (names->kind != Kind::kBracket || given->kind != Kind::kBracket ||
      names->kids.size() != given->kids.size()) {
    return {};
  }
  for (size_t i = 0; i < names->kids.size(); ++i) {
    if (names->kids[i]->kind != Kind::kSymbol) return {};
    values.emplace_back(names->kids[i]->name, given->kids[i]);
  }
  return values;
}

}  // namespace

NamedValues ReadNamedValues(const Node* node) {
  NamedValues values;
  if (node->kind == Kind::kRelation && node->name == "=" && node->kids.size() == 2) {
    values = FromTuple(node);
  } else if (node->kind == Kind::kSet && node->kids.size() == 1) {
    return ReadNamedValues(node->kids[0]);
  } else if (node->kind == Kind::kList || (node->kind == Kind::kMatrix && node->cols == 1)) {
    for (const Node* kid : node->kids) {
      if (!IsAssignment(kid)) return {};
      values.emplace_back(kid->kids[0]->name, kid->kids[1]);
    }
  }
  if (values.size() < 2) return {};
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  std::sort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) != names.end()) return {};
  return values;
}

bool AreIndexed(const NamedValues& values) {
  if (values.empty()) return false;
  const std::string& first = values[0].first;
  const size_t letter = first.find('_');
  if (letter == std::string::npos) return false;
  return std::all_of(values.begin(), values.end(), [&](const auto& each) {
    return each.first.compare(0, letter + 1, first, 0, letter + 1) == 0;
  });
}

std::vector<const Node*> InOrderOf(const NamedValues& values, const NamedValues& other) {
  std::vector<const Node*> ordered;
  if (values.size() != other.size()) return {};
  for (const auto& value : values) {
    const auto found = std::find_if(other.begin(), other.end(),
                                    [&](const auto& each) { return each.first == value.first; });
    if (found == other.end()) return {};
    ordered.push_back(found->second);
  }
  return ordered;
}

}  // namespace assay::math
