#include "grading/complaint.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(RunComplaint, IsTheLastLineOfStderr) {
  EXPECT_EQ(RunComplaint(""), "");
  EXPECT_EQ(RunComplaint(" \n\n"), "");
  EXPECT_EQ(RunComplaint("Traceback (most recent call last):\n  File \"/box/a.py\", line 1\n"
                         "ZeroDivisionError: division by zero\n"),
            ": ZeroDivisionError: division by zero");
  EXPECT_EQ(RunComplaint("terminate called after throwing an instance of 'std::out_of_range'\n"
                         "  what():  vector\n"),
            ": what():  vector");
  EXPECT_EQ(RunComplaint("no newline"), ": no newline");
  EXPECT_EQ(RunComplaint(std::string(100'000, 'x')).size(), 2 + 200 + 3u);  // cut
  EXPECT_EQ(RunComplaint("\xff\x01\n"), ": \xEF\xBF\xBD\\x01");
}

TEST(RunComplaint, SkipsFramesAndWhatNodeAdds) {
  EXPECT_EQ(RunComplaint("Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n"
                         "\tat Main.main(Main.java:3)\n"),
            ": Exception in thread \"main\" java.lang.ArithmeticException: / by zero");
  EXPECT_EQ(RunComplaint("/box/a.js:1\nfoo()\n^\n\nReferenceError: foo is not defined\n"
                         "    at Object.<anonymous> (/box/a.js:1:1)\n\nNode.js v18.19.0\n"),
            ": ReferenceError: foo is not defined");
  EXPECT_EQ(RunComplaint("Error: ENOENT: no such file\n    at Object.open (node:fs:601:3) {\n"
                         "  errno: -2,\n  code: 'ENOENT'\n}\n\nNode.js v18.19.0\n"),
            ": Error: ENOENT: no such file");
  // Nothing but frames is still something.
  EXPECT_EQ(RunComplaint("    at f (a.js)\n"), ": at f (a.js)");
}

TEST(RunComplaint, NamesWhatIsMissing) {
  EXPECT_EQ(RunComplaint("Traceback…\nModuleNotFoundError: No module named 'torch.nn'\n"),
            ": there is no module 'torch.nn' on this server (ModuleNotFoundError: No module named "
            "'torch.nn')");
  EXPECT_EQ(RunComplaint("node:internal/modules/cjs/loader:1078\n  throw err;\n  ^\n\n"
                         "Error: Cannot find module 'left-pad'\nRequire stack:\n- /box/a.js\n"
                         "    at Module._load (node:internal) {\n  code: 'MODULE_NOT_FOUND',\n"
                         "  requireStack: [ '/box/a.js' ]\n}\n\nNode.js v18.19.0\n"),
            ": there is no module 'left-pad' on this server (Error: Cannot find module "
            "'left-pad')");
  EXPECT_EQ(
      RunComplaint("Exception in thread \"main\" java.lang.NoClassDefFoundError: a/B\n"
                   "\tat Main.main(Main.java:3)\n"
                   "Caused by: java.lang.ClassNotFoundException: a.B\n\tat x\n\t... 1 more\n"),
      ": there is no class 'a.B' on this server (Caused by: "
      "java.lang.ClassNotFoundException: a.B)");
  // Only the line that tells: what a program printed on its way is nothing.
  EXPECT_EQ(RunComplaint("ModuleNotFoundError: No module named 'x'\nValueError: 3\n"),
            ": ValueError: 3");
}

TEST(CompileComplaint, IsTheFirstError) {
  EXPECT_EQ(CompileComplaint("a.cc: In function 'int main()':\n"
                             "a.cc:1:21: error: 'x' was not declared\n"
                             "a.cc:2:1: error: 'y' was not declared\n"),
            ": a.cc:1:21: error: 'x' was not declared");
  EXPECT_EQ(CompileComplaint("a.cc:1:10: fatal error: boost/any.hpp: No such file or directory\n"
                             "    1 | #include <boost/any.hpp>\ncompilation terminated.\n"),
            ": there is no header 'boost/any.hpp' on this server (a.cc:1:10: fatal error: "
            "boost/any.hpp: No such file or directory)");
  EXPECT_EQ(CompileComplaint("Main.java:1: error: package org.javatuples does not exist\n1 error"),
            ": there is no package 'org.javatuples' on this server (Main.java:1: error: package "
            "org.javatuples does not exist)");
  EXPECT_EQ(CompileComplaint("/usr/bin/ld: cannot find -lgmp: No such file or directory\n"),
            ": there is no library 'gmp' on this server (/usr/bin/ld: cannot find -lgmp: No such "
            "file or directory)");
  EXPECT_EQ(CompileComplaint("  File \"a.py\", line 1\nSyntaxError: invalid syntax\n"),
            ": SyntaxError: invalid syntax");
}

}  // namespace
}  // namespace assay
