#include "langs/include_lines.h"

#include <gmock/gmock.h>

#include "langs/testlib_source.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(IncludedPaths, AreThoseOfDirectives) {
  EXPECT_THAT(IncludedPaths("#include <a.h>\n # include \"b/c.h\" // <d.h>\nint x;\n#include<e>"),
              ElementsAre("a.h", "b/c.h", "e"));
  EXPECT_THAT(IncludedPaths("// openssl/md5.h\nchar x[] = \"openssl/\"; #include <a.h>\n"
                            "#include MACRO\n#include <a.h\n#include\n#includes\n#pragma once"),
              IsEmpty());
  EXPECT_THAT(IncludedPaths(""), IsEmpty());
}

TEST(IncludedPaths, AreNotThoseOfComments) {
  EXPECT_THAT(IncludedPaths("/*\n#include <a.h>\n*/ /**/ #include <b.h>\n"
                            "int x; /* y */ /* z\n#include <c.h>\n"
                            "// no end\n*/\n#include <d.h> /*\n#include <e.h>"),
              ElementsAre("b.h", "d.h"));
  // What only looks like the beginning of one.
  EXPECT_THAT(
      IncludedPaths("s = \"/*\\\"/*\"; c = '\"'; // /*\n#include <a.h>\n/*/\n#include <b.h>"),
      ElementsAre("a.h"));
}

TEST(IncludesTestlib, CountsWhereItIsOneOfTestlibs) {
  EXPECT_TRUE(IncludesTestlib("/* mine */\n#include \"lib/testlib.h\"\n"));
  EXPECT_FALSE(IncludesTestlib("/*\n#include \"testlib.h\"\n*/\n#include \"mytestlib.h\""));
  const char* source = "#include \"testlib.h\"\n";  // a comment of Python's
  EXPECT_TRUE(IsTestlibJudge(source, "cpp"));
  EXPECT_FALSE(IsTestlibJudge(source, "python"));
}

}  // namespace
}  // namespace assay
