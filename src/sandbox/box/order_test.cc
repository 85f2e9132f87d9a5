#include "sandbox/box/order.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

WarmProgram Warm(std::vector<std::string> words) {
  WarmProgram program;
  program.argv = {"/usr/bin/python3", "main.py"};
  program.stack_bytes = Limits().stack_bytes;
  program.words = std::move(words);
  return program;
}

// 0: numpy, 1: usual modules, 2: none, -1: cold.
int Chosen(std::string_view code, std::vector<std::string> argv = {"/usr/bin/python3", "main.py"}) {
  RunRequest request;
  request.argv = std::move(argv);
  request.files.push_back({"main.py", Blob::FromString(std::string(code)), false});
  auto prepared =
      PrepareOrder(request, 1 << 30, {Warm({"numpy"}), Warm({"heapq", "re"}), Warm({})});
  EXPECT_TRUE(prepared.ok()) << prepared.error().ToString();
  return prepared.ok() ? prepared->order.warm : -2;
}

TEST(WarmChoice, FollowsWhatTheProgramImports) {
  EXPECT_EQ(Chosen("print(1)"), 2);
  EXPECT_EQ(Chosen(""), 2);
  EXPECT_EQ(Chosen("import sys\nprint(1)\n"), 2);
  EXPECT_EQ(Chosen("import re"), 1);
  EXPECT_EQ(Chosen("x = 1\n    from heapq import *  # late\n"), 1);
  EXPECT_EQ(Chosen("import sys, os, heapq\n"), 1);
  EXPECT_EQ(Chosen("import numpy as np\nimport re\n"), 0);
  EXPECT_EQ(Chosen("import sys\nfrom numpy.linalg import det"), 0);
}

TEST(WarmChoice, WordsCountOnlyWholeAndOnLinesThatImport) {
  EXPECT_EQ(Chosen("re = numpy = 3\nprint(re)\n"), 2);
  EXPECT_EQ(Chosen("import request\nimport my_re\nimport re2\n"), 2);
  EXPECT_EQ(Chosen(std::string("\0\0import numpy", 14)), 2);  // compiled code is not read
}

TEST(WarmChoice, ALineOfAnyLengthIsRead) {
  std::string line = "import a";
  for (int i = 0; line.size() < 900'000; ++i) line += ",a" + std::to_string(i);
  EXPECT_EQ(Chosen(line), 2);
  EXPECT_EQ(Chosen(line + ",re"), 1);
  EXPECT_EQ(Chosen("re," + line), 1);
}

TEST(WarmChoice, OtherArgumentsAreCold) {
  EXPECT_EQ(Chosen("print(1)", {"/usr/bin/python3", "-O", "main.py"}), -1);
  EXPECT_EQ(Chosen("print(1)", {"/usr/bin/python3", "main.py", "--more"}), 2);
}

}  // namespace
}  // namespace assay
