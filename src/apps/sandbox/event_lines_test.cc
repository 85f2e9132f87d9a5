#include "apps/sandbox/event_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

std::vector<ExecEvent> Events(const std::string& text, size_t piece) {
  std::vector<ExecEvent> events;
  EventLines lines;
  for (size_t at = 0; at < text.size(); at += piece) {
    EXPECT_TRUE(lines.Feed(std::string_view(text).substr(at, piece), [&](const ExecEvent& event) {
      events.push_back(event);
      return true;
    }));
  }
  return events;
}

TEST(EventLines, ComeOutWholeHoweverTheyAreCut) {
  const std::string text =
      "{\"event\":\"start\",\"pid\":17}\n{\"event\":\"stdout\",\"text\":\"a\\n\"}\n"
      "{\"event\":\"stderr\",\"base64\":\"/wA=\"}\n{\"event\":\"heartbeat\"}\n"
      "{\"event\":\"end\",\"exit_code\":3,\"signal\":null,\"timed_out\":false}\n";
  for (const size_t piece : {size_t{1}, size_t{7}, text.size()}) {
    const auto events = Events(text, piece);
    ASSERT_EQ(events.size(), 5u);
    EXPECT_EQ(events[0].pid, 17);
    EXPECT_EQ(events[1].bytes, "a\n");
    EXPECT_EQ(events[2].bytes, std::string("\xFF\0", 2));
    EXPECT_EQ(events[2].kind, ExecEvent::Kind::kStderr);
    EXPECT_EQ(events[3].kind, ExecEvent::Kind::kHeartbeat);
    EXPECT_EQ(events[4].exit_code, 3);
  }
}

TEST(EventLines, SignalsAreWhatAShellSays) {
  const auto events = Events(
      "{\"event\":\"end\",\"exit_code\":null,\"signal\":\"SIGKILL\",\"timed_out\":true}\n"
      "{\"event\":\"error\",\"error\":{\"code\":\"ended\",\"message\":\"it is gone\"}}\n",
      1000);
  EXPECT_EQ(events[0].exit_code, 137);
  EXPECT_TRUE(events[0].timed_out);
  EXPECT_EQ(events[1].message, "it is gone");
}

TEST(EventLines, WhatIsNoEventEndsIt) {
  EventLines lines;
  const auto never = [](const ExecEvent&) { return true; };
  EXPECT_FALSE(lines.Feed("<html>\n", never));
  for (const char* line :
       {R"({"event":"party"})", R"({"event":"end"})", R"({"event":"end","exit_code":null})",
        R"({"event":"end","exit_code":"0x"})", R"({"event":"end","signal":"SIGNONE"})",
        R"({"event":"start"})", R"({"event":"stdout","base64":"A"})"}) {
    EXPECT_FALSE(EventLines().Feed(std::string(line) + "\n", never)) << line;
  }
}

}  // namespace
}  // namespace assay
