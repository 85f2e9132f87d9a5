#include "model/limits.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace assay {
namespace {

std::map<std::string, int64_t> Visited(const Limits& limits) {
  std::map<std::string, int64_t> fields;
  limits.Visit([&](std::string_view name, int64_t value) { fields.emplace(name, value); });
  return fields;
}

// A field that is added to Limits makes the bindings below fail to compile: add it there, and to
// Visit, which is what this test is about.
TEST(Limits, VisitSeesEveryField) {
  Limits limits;
  auto& [cpu, wall, factor, memory, output, file, processes, stack] = limits;
  const std::map<std::string, int64_t> before = Visited(limits);
  EXPECT_EQ(before.size(), 8u);
  ++cpu;
  ++wall;
  ++factor;
  ++memory;
  ++output;
  ++file;
  ++processes;
  ++stack;
  for (const auto& [name, value] : Visited(limits)) EXPECT_EQ(value, before.at(name) + 1) << name;
}

}  // namespace
}  // namespace assay
