// Scalars of YAML files, and how a fault of one is put. Pure.
#pragma once

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>
#include <string_view>

#include "text/number.h"

namespace assay {

// nullopt: no scalar, or one that isn't a number of that type from end to end.
template <typename Number>
std::optional<Number> NumberOf(const YAML::Node& value) {
  if (!value.IsScalar()) return std::nullopt;
  return NumberIn<Number>(value.Scalar());
}

// "must be a text, not '3'".
inline std::string MustBe(std::string_view wanted, const YAML::Node& value) {
  return value.IsScalar() ? fmt::format("must be {}, not '{}'", wanted, value.Scalar())
                          : fmt::format("must be {}", wanted);
}

}  // namespace assay
