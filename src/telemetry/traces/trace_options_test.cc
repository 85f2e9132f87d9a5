#include "telemetry/traces/trace_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace assay {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Pair;

using Variables = std::map<std::string, std::string>;

Result<std::optional<TraceOptions>> Read(const Variables& variables,
                                         const std::string& endpoint = {},
                                         const std::string& ratio = {}) {
  return TraceOptionsOf({endpoint, ratio, "1.2", "n1"}, [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string UrlOf(const Variables& variables, const std::string& option = {}) {
  const auto options = Read(variables, option);
  EXPECT_TRUE(options.ok());
  return *options ? (*options)->url : "none";
}

TEST(TraceOptions, KnowWhereTracesGo) {
  EXPECT_EQ(UrlOf({}), "none");
  EXPECT_EQ(UrlOf({}, "http://c:4318"), "http://c:4318/v1/traces");
  EXPECT_EQ(UrlOf({}, "http://c:4318/v1/traces"), "http://c:4318/v1/traces");
  EXPECT_EQ(UrlOf({{"OTEL_EXPORTER_OTLP_ENDPOINT", "https://c/otlp/"}}),
            "https://c/otlp/v1/traces");
  // That of traces alone is taken as it is.
  EXPECT_EQ(UrlOf({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a"},
                   {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://b/x"}}),
            "http://b/x");
  EXPECT_EQ(UrlOf({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a"}}, "http://own"),
            "http://own/v1/traces");
}

TEST(TraceOptions, ShowNoPassword) {
  const auto options = Read({}, "https://me:hunter2@c:4318");
  ASSERT_TRUE(options.ok() && *options);
  EXPECT_EQ((*options)->url, "https://me:hunter2@c:4318/v1/traces");
  EXPECT_EQ((*options)->shown, "https://c:4318/v1/traces");
  const auto fault = Read({}, "ftp://me:hunter2@c");
  ASSERT_FALSE(fault.ok());
  EXPECT_THAT(fault.error().message, testing::Not(HasSubstr("hunter2")));
}

TEST(TraceOptions, AreNoneWhereTheyAreTurnedOff) {
  const Variables base = {{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a"}};
  for (const auto& [name, value] : Variables{{"OTEL_SDK_DISABLED", "TRUE"},
                                             {"OTEL_TRACES_EXPORTER", "none"},
                                             {"OTEL_TRACES_SAMPLER", "always_off"}}) {
    Variables variables = base;
    variables[name] = value;
    EXPECT_EQ(UrlOf(variables), "none") << name;
  }
  // Who says where they go on the command line wants them.
  EXPECT_EQ(UrlOf({{"OTEL_SDK_DISABLED", "true"}}, "http://own"), "http://own/v1/traces");
}

TEST(TraceOptions, TakeHeadersTimesAndWhoThisIs) {
  const auto read = Read({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a"},
                          {"OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b, x=1,"},
                          {"OTEL_EXPORTER_OTLP_TIMEOUT", "1500"},
                          {"OTEL_BSP_MAX_QUEUE_SIZE", "100"},
                          {"OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "200"},
                          {"OTEL_RESOURCE_ATTRIBUTES", "service.name=x,team=rl"},
                          {"OTEL_SERVICE_NAME", "judges"}});
  ASSERT_TRUE(read.ok() && *read);
  const TraceOptions& options = **read;
  EXPECT_THAT(options.headers, testing::ElementsAre(Pair("api-key", "a b"), Pair("x", "1")));
  EXPECT_EQ(options.timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(options.max_queued, 100);
  EXPECT_EQ(options.max_batch, 100);  // a batch that never fills would never go
  EXPECT_THAT(options.resource, Contains(Pair("service.name", "judges")));
  EXPECT_THAT(options.resource, Contains(Pair("service.instance.id", "n1")));
  EXPECT_THAT(options.resource, Contains(Pair("team", "rl")));
}

TEST(TraceOptions, NameWhatIsWrong) {
  const auto fault = [](const std::string& name, const std::string& value) {
    Variables variables = {{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a"}};
    variables[name] = value;
    const auto read = Read(variables);
    return read.ok() ? std::string("none") : read.error().message;
  };
  EXPECT_THAT(fault("OTEL_EXPORTER_OTLP_ENDPOINT", "a:1"),
              HasSubstr("OTEL_EXPORTER_OTLP_ENDPOINT: must be an http:// or https:// URL"));
  EXPECT_THAT(fault("OTEL_BSP_MAX_QUEUE_SIZE", "0"),
              HasSubstr("OTEL_BSP_MAX_QUEUE_SIZE: must be a whole number from 1"));
  EXPECT_THAT(fault("OTEL_TRACES_SAMPLER", "jaeger"), HasSubstr("OTEL_TRACES_SAMPLER: must be"));
  const std::string secret = fault("OTEL_EXPORTER_OTLP_HEADERS", "hunter2");
  EXPECT_THAT(secret, HasSubstr("OTEL_EXPORTER_OTLP_HEADERS: must be NAME=VALUE pairs"));
  EXPECT_THAT(secret, testing::Not(HasSubstr("hunter2")));
  const auto ratio = Read({}, "http://a", "1.5");
  ASSERT_FALSE(ratio.ok());
  EXPECT_THAT(ratio.error().message, HasSubstr("--trace-ratio: must be a number from 0 to 1"));
}

Sampler Made(std::string_view name, std::string_view ratio) {
  const auto sampler = Sampler::Make(name, ratio, "NAME", "RATIO");
  EXPECT_TRUE(sampler.ok()) << name;
  return sampler.ok() ? *sampler : Sampler();
}

TEST(Sampler, FollowsTheClientUnlessItIsToldNotTo) {
  const std::string id = NewTraceId();
  const TraceContext wants{id, NewSpanId(), true, {}};
  const TraceContext doesnt{id, NewSpanId(), false, {}};
  for (const char* name : {"", "parentbased_always_on", "parentbased_always_off"}) {
    EXPECT_TRUE(Made(name, "").Takes(wants, id)) << name;
    EXPECT_FALSE(Made(name, "").Takes(doesnt, id)) << name;
  }
  EXPECT_TRUE(Made("always_on", "").Takes(doesnt, id));
  EXPECT_FALSE(Made("always_off", "").Takes(wants, id));
  EXPECT_TRUE(Made("", "").Takes(std::nullopt, id));
  EXPECT_FALSE(Made("parentbased_always_off", "").Takes(std::nullopt, id));
  EXPECT_FALSE(Made("parentbased_always_off", "").never());
  EXPECT_TRUE(Made("always_off", "").never());
}

TEST(Sampler, TakesItsShareByTheTracesId) {
  const Sampler quarter = Made("traceidratio", "0.25");
  int taken = 0;
  for (int i = 0; i < 4000; ++i) taken += quarter.Takes(std::nullopt, NewTraceId());
  EXPECT_NEAR(taken, 1000, 200);  // seven deviations
  const std::string low = "ffffffffffffffffff00000000000001";
  const std::string high = "0000000000000000ffffffffffffffff";
  EXPECT_TRUE(quarter.Takes(std::nullopt, low));
  EXPECT_FALSE(quarter.Takes(std::nullopt, high));
  EXPECT_TRUE(Made("", "1").Takes(std::nullopt, high));
  EXPECT_FALSE(Made("", "0").Takes(std::nullopt, low));
}

}  // namespace
}  // namespace assay
