// Vectors: bold letters and accents are names of their own, and unit vectors are no numbers.
#include "math/decide/vectors.h"

#include <gtest/gtest.h>

#include "math/profiles/rows_test_util.h"

namespace assay::math {
namespace {

TEST(Vectors, UnitVectorsAreNeitherUnitsNorNumbers) {
  Expect({
      {R"(2\mathbf{i}+3\mathbf{j})", "2i+3", false},
      {R"(2\mathbf{i}+3\mathbf{j})", R"(2\mathbf{i})", false},
      {R"(2\mathbf{i}+3\mathbf{j})", R"(2\mathbf{i}+3)", false},
      {R"(2\mathbf{i}+3\mathbf{j})", R"(2\mathbf{i}-3\mathbf{j})", false},
      {R"(2\mathbf{i}+3\mathbf{j})", R"(3\mathbf{j}+2\mathbf{i})", true},
      {R"(2\mathbf{i}+3\mathbf{j})", R"(2\hat{i}+3\hat{j})", true},
      {R"(2\mathbf{i}+3\mathbf{j})", R"(2\hat{\mathbf{i}}+3\hat{\mathbf{j}})", true},
      {R"(2\mathbf{i}+3\mathbf{j})", R"(2\vec{i}+3\vec{j})", true},
      {R"(2\mathbf{i}+3\mathbf{j})", "2i+3j", true},
      {R"(2\mathbf{i}+3\mathbf{j})", "(2,3)", true},
      {R"(2\mathbf{i}+3\mathbf{j})", "(3,2)", false},
      {R"(2\mathbf{i}+3\mathbf{j})", R"(\begin{pmatrix}2\\3\end{pmatrix})", true},
      {R"(\langle 2,0,-1\rangle)", R"(2\mathbf{i}-\mathbf{k})", true},
      {R"(2\mathbf{i}+3\mathbf{j}-\mathbf{k})", "(2,3)", false},
      {R"(\frac{2\mathbf{i}+\mathbf{j}}{3})", R"((\frac23,\frac13))", true},
      {R"(5\mathbf{j})", "5", false},
      {R"(3\mathbf{k})", "3", false},
      {R"(2\mathbf{i})", "2i", false},
      {R"(5\mathbf{m})", "5", false},
      {R"(2\mathbf{a})", "2", false},
      {R"(\mathbf{a}-\mathbf{b})", R"(\mathbf{b}-\mathbf{a})", false},
      {R"(\mathbf{A})", "A", true},
      {R"(\mathbf{5})", "5", true},
  });
}

TEST(Vectors, AccentsAreToldApart) {
  EXPECT_EQ(VerifyAnswer(R"(\hat{x})", R"(\tilde{x})", {}).outcome, Outcome::kIncorrect);
  EXPECT_EQ(VerifyAnswer(R"(\dot{x})", R"(\ddot{x})", {}).outcome, Outcome::kIncorrect);
  EXPECT_EQ(VerifyAnswer(R"(\widehat{x})", R"(\hat{x})", {}).outcome, Outcome::kCorrect);
}

}  // namespace
}  // namespace assay::math
