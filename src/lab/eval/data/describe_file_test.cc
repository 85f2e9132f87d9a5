#include "lab/eval/data/describe_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace assay::eval {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<FileDescription> Described(const std::string& text) {
  const std::string path = ::testing::TempDir() + "described_" + std::to_string(::getpid());
  std::ofstream(path) << text;
  Result<FileDescription> description = DescribeFile(path);
  std::remove(path.c_str());
  return description;
}

std::string Type(std::string_view json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  return document ? TypeOf(document->root()) : error.message;
}

TEST(DescribeFile, NamesColumnsInTheirOrderWithAllTheirTypes) {
  const auto file = Described(R"({"id":"a","n":1,"late":null}
{"id":"b\u001b[31m","n":"2","late":[{"x":true}],"other":{}}
)");
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ(file->identity.rows, 2);
  EXPECT_EQ(file->identity.sha256.size(), 64u);
  ASSERT_EQ(file->columns.size(), 4u);
  EXPECT_EQ(file->columns[0].name, "id");
  EXPECT_EQ(file->columns[0].first, "\"a\"");
  EXPECT_THAT(file->columns[1].types, ElementsAre("number", "text"));
  EXPECT_THAT(file->columns[2].types, ElementsAre("null", "list of object {x: true or false}"));
  EXPECT_EQ(file->columns[2].rows, 1);
  EXPECT_EQ(file->columns[3].rows, 1);
  EXPECT_EQ(file->first_rows.size(), 2u);
}

TEST(DescribeFile, TypesGoTwoLevelsDeep) {
  EXPECT_EQ(Type(R"({"input":["1"],"output":[]})"),
            "object {input: list of text, output: empty list}");
  EXPECT_EQ(Type(R"([[[1]]])"), "list of list of list");
  EXPECT_EQ(Type(R"("[1, 2]")"), "text of JSON");
  EXPECT_EQ(Type(R"("[1, 2")"), "text");
  EXPECT_THAT(Type(R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1})"), HasSubstr("f: number, …}"));
}

TEST(DescribeFile, WhatIsNoRowIsAnError) {
  EXPECT_FALSE(Described("{\"id\":1}\n[1]\n").ok());
  EXPECT_FALSE(Described("<html>").ok());
}

}  // namespace
}  // namespace assay::eval
