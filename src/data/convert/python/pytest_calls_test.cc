#include "data/convert/python/pytest_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(PytestAsAsserts, CallsTestFunctionsAndTakesTheImportsOut) {
  const PytestProgram program = PytestAsAsserts(
      "import pytest\n"
      "from solution import (\n    add,\n    sub as minus,\n)\n"
      "def helper():\n    return 1\n"
      "def test_add():\n    assert add(1, 2) == 3\n"
      "def test_minus(times=2):\n    from solution import add\n    assert minus(2, 1) == helper()\n"
      "if __name__ == '__main__':\n    pytest.main()\n\n    print()\n");
  EXPECT_EQ(program.fault, "");
  EXPECT_THAT(program.names, ElementsAre("add", "sub", "add"));
  EXPECT_EQ(program.code,
            "import pytest\n"
            "minus = sub\n"
            "def helper():\n    return 1\n"
            "def test_add():\n    assert add(1, 2) == 3\n"
            "def test_minus(times=2):\n    pass\n    assert minus(2, 1) == helper()\n"
            "\ntest_add()\ntest_minus()\n");
}

TEST(PytestAsAsserts, GoesThroughParameters) {
  const PytestProgram program = PytestAsAsserts(
      "import pytest\n"
      "@pytest.mark.parametrize(\n    'a, b', [\n    (1, 2),\n])\n"
      "@pytest.mark.parametrize(('c',), [(1,)])\n"
      "def test_add(a, b, c):\n    assert f(a) == b\n");
  EXPECT_EQ(program.fault, "");
  EXPECT_THAT(program.code, HasSubstr("def _assay_cases(test):"));
  EXPECT_THAT(program.code, HasSubstr("for _assay_case in _assay_cases(test_add):\n"
                                      "    test_add(**_assay_case)\n"));
}

TEST(PytestAsAsserts, MakesObjectsOfTestClasses) {
  const PytestProgram program = PytestAsAsserts(
      "import unittest\n"
      "class TestA:\n    def setup_method(self, method):\n        self.x = 1\n\n"
      "    def test_a(self):\n        assert f(self.x) == 2\n"
      "class CaseB(unittest.TestCase):\n    def setUp(self):\n        self.x = 1\n"
      "    def test_b(self):\n        self.assertEqual(f(self.x), 2)\n"
      "class Helper:\n    pass\n");
  EXPECT_EQ(program.fault, "");
  EXPECT_THAT(program.code, HasSubstr("_assay_test = TestA()\n_assay_test.setup_method(None)\n"
                                      "_assay_test.test_a()\n"
                                      "CaseB(\"test_b\").debug()\n"));
  EXPECT_THAT(program.code, Not(HasSubstr("_assay_cases")));
}

TEST(PytestAsAsserts, RefusesWhatOnlyPytestCanDo) {
  for (const char* tests :
       {"", "def check(): pass\n", "import solution\ndef test_a(): pass\n",
        "def test_a(tmp_path):\n    pass\n", "async def test_a():\n    pass\n",
        "@pytest.fixture\ndef x(): pass\ndef test_a(x): pass\n",
        "@pytest.mark.parametrize('a', [1])\ndef test_a(a, capsys):\n    pass\n",
        "def setup_module():\n    pass\ndef test_a():\n    pass\n",
        "class Other:\n    def test_a(self):\n        pass\n",
        "def test_a(\n    a=1,\n):\n    pass\n"}) {
    EXPECT_NE(PytestAsAsserts(tests).fault, "") << tests;
  }
  EXPECT_THAT(PytestAsAsserts("def test_a(tmp_path):\n    pass\n").fault, HasSubstr("'tmp_path'"));
}

}  // namespace
}  // namespace assay
