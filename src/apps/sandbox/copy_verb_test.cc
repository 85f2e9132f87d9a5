#include "apps/sandbox/copy_verb.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

namespace assay {
namespace {

TEST(ParsePlace, TellsASandboxFromThisMachine) {
  for (const auto& [text, sandbox, path] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"sb-1:/tmp/a", "sb-1", "/tmp/a"},
           {"sb-1:", "sb-1", "."},
           {"sb-1:a:b", "sb-1", "a:b"},
           {"./a:b", "", "./a:b"},
           {"/a:b", "", "/a:b"},
           {":a", "", ":a"},
           {"a", "", "a"},
           {"-", "", "-"},
           {"", "", ""},
       }) {
    const CopyPlace place = ParsePlace(text);
    EXPECT_EQ(place.sandbox, sandbox) << text;
    EXPECT_EQ(place.path, path) << text;
  }
}

}  // namespace
}  // namespace assay
