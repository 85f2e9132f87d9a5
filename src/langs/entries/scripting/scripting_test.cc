#include "langs/entries/scripting/scripting.h"

#include <gmock/gmock.h>

#include "langs/entry/common.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string PhpFile(std::string_view code) {
  ProgramLayout layout;
  EXPECT_TRUE(PhpLanguage().tools({}).whole({}, code, &layout).ok());
  return std::string(layout.sources.at(0).contents->view());
}

TEST(Php, GetsItsTagWhereThereIsNone) {
  EXPECT_EQ(PhpFile("echo 1;"), "<?php\necho 1;");
  EXPECT_EQ(PhpFile(" \n\techo 1;\n"), "<?php\necho 1;\n");
  EXPECT_EQ(PhpFile("\n<?php\necho 1;"), "<?php\necho 1;");
  EXPECT_EQ(PhpFile("<?PHP echo 1;"), "<?PHP echo 1;");
  EXPECT_EQ(PhpFile("#!/usr/bin/php\n<?php\necho 1;"), "#!/usr/bin/php\n<?php\necho 1;");
  EXPECT_EQ(PhpFile("echo '<?php';"), "<?php\necho '<?php';");
  EXPECT_EQ(PhpFile(""), "<?php\n");
}

TEST(Scripting, CommandLinesAreAsTheyWere) {
  const LanguageConfig config;
  EXPECT_THAT(PhpLanguage().tools(config).run, ElementsAre("/usr/bin/php", "-f", "{main}"));
  EXPECT_THAT(RubyLanguage().tools(config).run, ElementsAre("/usr/bin/ruby", "{main}"));
  EXPECT_THAT(PerlLanguage().tools(config).run, ElementsAre("/usr/bin/perl", "{main}"));
  EXPECT_THAT(LuaLanguage().tools(config).run, ElementsAre("/usr/bin/lua5.3", "{main}"));
  EXPECT_THAT(RLanguage().tools(config).run, ElementsAre("/usr/bin/Rscript", "{main}"));
  EXPECT_THAT(RacketLanguage().tools(config).run, ElementsAre("/usr/bin/racket", "{main}"));
}

TEST(Scripting, NpmsProgramsComeFromTheFolderOfToolchains) {
  LanguageConfig config;
  config.Set("toolchains", "/tools");
  config.Set("node", "/node");
  EXPECT_EQ(TypescriptLanguage().tools(config).compile.at(0),
            "/tools/npm/node_modules/@esbuild/linux-x64/bin/esbuild");
  const LanguageTools checked = TypeCheckedLanguage().tools(config);
  EXPECT_THAT(checked.compile, ElementsAre("/node", "/tools/npm/node_modules/typescript/lib/tsc.js",
                                           "{flags}", "{files}"));
  EXPECT_THAT(checked.default_flags, ElementsAre("--target", "esnext"));
  const LanguageTools jest = JestLanguage().tools(config);
  ProgramLayout layout;
  ASSERT_TRUE(jest.whole({}, "test()", &layout).ok());
  ASSERT_EQ(layout.sources.size(), 2);
  EXPECT_THAT(std::string(layout.sources[1].contents->view()),
              HasSubstr("\"/tools/npm/jest.config.js\""));
  EXPECT_THAT(jest.find_paths(), ElementsAre("/tools/npm"));
  EXPECT_EQ(JestLanguage().install_hint, kMakeToolchains);
}

}  // namespace
}  // namespace assay
