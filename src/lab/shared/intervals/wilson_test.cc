#include "lab/shared/intervals/wilson.h"

#include <gtest/gtest.h>

namespace assay::lab {
namespace {

// Newcombe 1998, table I, method 3.
TEST(WilsonInterval, AgreesWithPublishedExamples) {
  struct Example {
    int right, number;
    double low, high;
  };
  for (const Example& example : {Example{81, 263, 0.2553, 0.3662}, Example{15, 148, 0.0624, 0.1605},
                                 Example{0, 20, 0.0000, 0.1611}, Example{1, 29, 0.0061, 0.1718}}) {
    const Interval interval =
        WilsonInterval(static_cast<double>(example.right) / example.number, example.number);
    EXPECT_NEAR(interval.low, example.low, 5e-5);
    EXPECT_NEAR(interval.high, example.high, 5e-5);
  }
}

}  // namespace
}  // namespace assay::lab
