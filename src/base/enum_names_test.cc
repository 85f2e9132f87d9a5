#include "base/enum_names.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

enum class Fruit { kApple, kPear, kPlum };

constexpr auto kFruit = MakeEnumNames<Fruit>(
    {{Fruit::kApple, "apple"}, {Fruit::kPear, "pear"}, {Fruit::kPlum, "plum"}});
static_assert(kFruit.IsWholeUpTo(Fruit::kPlum));
static_assert(kFruit.NameOf(Fruit::kPear) == "pear");

TEST(EnumNames, NamesLeadThereAndBack) {
  EXPECT_EQ(kFruit.NameOf(Fruit::kPlum), "plum");
  EXPECT_EQ(kFruit.Find("plum"), Fruit::kPlum);
  EXPECT_EQ(kFruit.Find("Plum"), std::nullopt);
  EXPECT_EQ(kFruit.Find(""), std::nullopt);
}

TEST(EnumNames, ChoicesNameAll) {
  EXPECT_EQ(kFruit.Choices(), "'apple', 'pear' or 'plum'");
  EXPECT_EQ(MakeEnumNames<Fruit>({{Fruit::kPear, "pear"}}).Choices(), "'pear'");
}

TEST(EnumNames, ATableWithAFaultIsSeen) {
  constexpr auto kLacking =
      MakeEnumNames<Fruit>({{Fruit::kApple, "apple"}, {Fruit::kPear, "pear"}});
  static_assert(!kLacking.IsWholeUpTo(Fruit::kPlum));
  constexpr auto kTwice = MakeEnumNames<Fruit>(
      {{Fruit::kApple, "apple"}, {Fruit::kPear, "apple"}, {Fruit::kPlum, "plum"}});
  static_assert(!kTwice.IsWholeUpTo(Fruit::kPlum));
  constexpr auto kNameless =
      MakeEnumNames<Fruit>({{Fruit::kApple, "apple"}, {Fruit::kPear, ""}, {Fruit::kPlum, "plum"}});
  static_assert(!kNameless.IsWholeUpTo(Fruit::kPlum));
}

}  // namespace
}  // namespace assay
