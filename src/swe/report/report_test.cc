#include <gtest/gtest.h>

#include <string>

#include "swe/report/log_lines.h"
#include "swe/report/test_report.h"
#include "swe/report/xml_reader.h"

namespace assay::swe {
namespace {

std::string Lines(std::string_view log) {
  LogLines lines(log);
  std::string text;
  for (std::string_view line; lines.Next(&line);) text.append(line) += '|';
  return text;
}

TEST(LogLines, TakesColoursOutAndNothingElse) {
  EXPECT_EQ(Lines("a\r\n\x1b[1;31mb\x1b[0m\x1b[K\n\x1b[2Jc\rd"), "a|b|\x1b[2Jc\rd|");
  EXPECT_EQ(Lines("\x1b[31\n\x1b"), "\x1b[31|\x1b|");
  EXPECT_EQ(Lines(std::string(LogLines::kMaxLineBytes + 1, 'x') + "\ny"), "|y|");
}

TEST(ReportBuilder, KeepsTheFirstFault) {
  ReportBuilder report;
  report.Add("a\xff", TestOutcome::kPassed);
  report.Expect(2, 1, "tests");
  report.Fault(ReportFault::kCutOff, "later");
  const TestReport done = std::move(report).Finish();
  EXPECT_EQ(done.problem, "2 tests by the summary, 1 by the records");
  EXPECT_EQ(done.records[0].name, "a\xEF\xBF\xBD");
}

TEST(ReportBuilder, RefusesNamesWithoutEnd) {
  ReportBuilder report;
  report.Add(std::string(ReportBuilder::kMaxNameBytes + 1, 'x'), TestOutcome::kPassed);
  EXPECT_EQ(std::move(report).Finish().fault, ReportFault::kTooLarge);
}

std::string Walk(std::string_view xml) {
  XmlReader reader(xml);
  std::string text;
  while (true) {
    switch (reader.Next()) {
      case XmlReader::Token::kStart:
        text.append("<")
            .append(reader.name())
            .append(":")
            .append(reader.Attribute("a").value_or("-"));
        break;
      case XmlReader::Token::kEnd: text.append(">"); break;
      case XmlReader::Token::kDone: return text;
      case XmlReader::Token::kFault: return text + "!" + reader.problem();
    }
  }
}

TEST(XmlReader, ReadsElements) {
  EXPECT_EQ(Walk("<?xml version='1.0'?><!-- <x> --><r a='1'><e a=\"&lt;&#65;&#x20AC;&amp;\"/>t"
                 "<![CDATA[<e></r>]]></r>\n<r/>"),
            "<r:1<e:<A€&>><r:->");
}

TEST(XmlReader, RefusesWhatReportsDontNeed) {
  EXPECT_EQ(Walk("<!DOCTYPE r [<!ENTITY e 'x'>]><r/>"), "!line 1: document types aren't read");
  EXPECT_EQ(Walk("<r a='&e;'/>"), "!line 1: an attribute is malformed");
  EXPECT_EQ(Walk("<r a='&#xD800;'/>"), "!line 1: an attribute is malformed");
  EXPECT_EQ(Walk("<r a='1' a='2'/>"), "!line 1: an attribute is malformed");
  EXPECT_EQ(Walk("<r>\n</s>"), "<r:-!line 2: a closing tag has no opening one");
  EXPECT_EQ(Walk("<r"), "!line 1: a tag isn't closed");
  EXPECT_EQ(Walk("<r>"), "<r:-!line 1: the text ends inside of an element");
  EXPECT_EQ(Walk("x<r/>"), "!line 1: text outside of elements");
  std::string deep;
  for (size_t i = 0; i <= XmlReader::kMaxDepth; ++i) deep += "<r>";
  EXPECT_NE(Walk(deep).find("nested too deep"), std::string::npos);
}

}  // namespace
}  // namespace assay::swe
