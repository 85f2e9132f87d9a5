// Pickles that Python 3.11 made (pickle.dumps of each protocol), and some that it would never make.

#include "data/pickle/unpickle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "base/text.h"
#include "text/json_reader.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

// {"s": "naïve 数据 🎈 \\ \n \r", "l": [1, -1, 0, 255, 256, 65535, 65536, 2**31 - 1, -2**31, 2**31,
// 2**63, -2**100, [], {}], "t": (1, (2, 3), (), (4, 5, 6), (7, 8, 9, 10)), "f": [0.5, -1.25, nan,
// inf], "b": [True, False, None], 5: "five", None: "none", True: "yes"} in protocols 0 to 5.
// clang-format off
constexpr const char* kObjects[] = {
    "KGRwMApWcwpwMQpWbmHvdmUgXHU2NTcwXHU2MzZlIFxVMDAwMWYzODggXHUwMDVjIFx1MDAwYSBcdTAwMGQKcDIKc1"
    "ZsCnAzCihscDQKSTEKYUktMQphSTAKYUkyNTUKYUkyNTYKYUk2NTUzNQphSTY1NTM2CmFJMjE0NzQ4MzY0NwphSS0y"
    "MTQ3NDgzNjQ4CmFMMjE0NzQ4MzY0OEwKYUw5MjIzMzcyMDM2ODU0Nzc1ODA4TAphTC0xMjY3NjUwNjAwMjI4MjI5ND"
    "AxNDk2NzAzMjA1Mzc2TAphKGxwNQphKGRwNgphc1Z0CnA3CihJMQooSTIKSTMKdHA4Cih0KEk0Ckk1Ckk2CnRwOQoo"
    "STcKSTgKSTkKSTEwCnRwMTAKdHAxMQpzVmYKcDEyCihscDEzCkYwLjUKYUYtMS4yNQphRm5hbgphRmluZgphc1ZiCn"
    "AxNAoobHAxNQpJMDEKYUkwMAphTmFzSTUKVmZpdmUKcDE2CnNOVm5vbmUKcDE3CnNJMDEKVnllcwpwMTgKcy4=",
    "fXEAKFgBAAAAc3EBWBgAAABuYcOvdmUg5pWw5o2uIPCfjoggXCAKIA1xAlgBAAAAbHEDXXEEKEsBSv////9LAEv/TQ"
    "ABTf//SgAAAQBK////f0oAAACATDIxNDc0ODM2NDhMCkw5MjIzMzcyMDM2ODU0Nzc1ODA4TApMLTEyNjc2NTA2MDAy"
    "MjgyMjk0MDE0OTY3MDMyMDUzNzZMCl1xBX1xBmVYAQAAAHRxByhLAShLAksDdHEIKShLBEsFSwZ0cQkoSwdLCEsJSw"
    "p0cQp0cQtYAQAAAGZxDF1xDShHP+AAAAAAAABHv/QAAAAAAABHf/gAAAAAAABHf/AAAAAAAABlWAEAAABicQ5dcQ8o"
    "STAxCkkwMApOZUsFWAQAAABmaXZlcRBOWAQAAABub25lcRFJMDEKWAMAAAB5ZXNxEnUu",
    "gAJ9cQAoWAEAAABzcQFYGAAAAG5hw692ZSDmlbDmja4g8J+OiCBcIAogDXECWAEAAABscQNdcQQoSwFK/////0sAS/"
    "9NAAFN//9KAAABAEr///9/SgAAAICKBQAAAIAAigkAAAAAAAAAgACKDQAAAAAAAAAAAAAAAPBdcQV9cQZlWAEAAAB0"
    "cQcoSwFLAksDhnEIKUsESwVLBodxCShLB0sISwlLCnRxCnRxC1gBAAAAZnEMXXENKEc/4AAAAAAAAEe/9AAAAAAAAE"
    "d/+AAAAAAAAEd/8AAAAAAAAGVYAQAAAGJxDl1xDyiIiU5lSwVYBAAAAGZpdmVxEE5YBAAAAG5vbmVxEYhYAwAAAHll"
    "c3ESdS4=",
    "gAN9cQAoWAEAAABzcQFYGAAAAG5hw692ZSDmlbDmja4g8J+OiCBcIAogDXECWAEAAABscQNdcQQoSwFK/////0sAS/"
    "9NAAFN//9KAAABAEr///9/SgAAAICKBQAAAIAAigkAAAAAAAAAgACKDQAAAAAAAAAAAAAAAPBdcQV9cQZlWAEAAAB0"
    "cQcoSwFLAksDhnEIKUsESwVLBodxCShLB0sISwlLCnRxCnRxC1gBAAAAZnEMXXENKEc/4AAAAAAAAEe/9AAAAAAAAE"
    "d/+AAAAAAAAEd/8AAAAAAAAGVYAQAAAGJxDl1xDyiIiU5lSwVYBAAAAGZpdmVxEE5YBAAAAG5vbmVxEYhYAwAAAHll"
    "c3ESdS4=",
    "gASV4wAAAAAAAAB9lCiMAXOUjBhuYcOvdmUg5pWw5o2uIPCfjoggXCAKIA2UjAFslF2UKEsBSv////9LAEv/TQABTf"
    "//SgAAAQBK////f0oAAACAigUAAACAAIoJAAAAAAAAAIAAig0AAAAAAAAAAAAAAADwXZR9lGWMAXSUKEsBSwJLA4aU"
    "KUsESwVLBoeUKEsHSwhLCUsKdJR0lIwBZpRdlChHP+AAAAAAAABHv/QAAAAAAABHf/gAAAAAAABHf/AAAAAAAABljA"
    "FilF2UKIiJTmVLBYwEZml2ZZROjARub25llIiMA3llc5R1Lg==",
    "gAWV4wAAAAAAAAB9lCiMAXOUjBhuYcOvdmUg5pWw5o2uIPCfjoggXCAKIA2UjAFslF2UKEsBSv////9LAEv/TQABTf"
    "//SgAAAQBK////f0oAAACAigUAAACAAIoJAAAAAAAAAIAAig0AAAAAAAAAAAAAAADwXZR9lGWMAXSUKEsBSwJLA4aU"
    "KUsESwVLBoeUKEsHSwhLCUsKdJR0lIwBZpRdlChHP+AAAAAAAABHv/QAAAAAAABHf/gAAAAAAABHf/AAAAAAAABljA"
    "FilF2UKIiJTmVLBYwEZml2ZZROjARub25llIiMA3llc5R1Lg==",
};
// base64 of zlib of the pickled text kTests, in protocols 0 to 5.
constexpr const char* kPacked[] = {
    "eJwLi65WyswrKC1RslJQMlQwiik1MDBNzlPSUVDKLy2BihsjiZakFpeUVBakgsSLS1Iy85RqY7kKDLj0ADWOFdA=",
    "eJyLsGJgYIiuVsrMKygtUbJSUDJUMIrJU9JRUMovLYEKGUMESlKLS0oqC1JBQsUlKZl5SrWxhQx6AFjUEu8=",
    "eJxrYIqwYmBgiK5WyswrKC1RslJQMlQwislT0lFQyi8tgQoZQwRKUotLSioLUkFCxSUpmXlKtbGFDHoAe1wTcQ==",
    "eJxrYI6wYmBgiK5WyswrKC1RslJQMlQwislT0lFQyi8tgQoZQwRKUotLSioLUkFCxSUpmXlKtbGFDHoAe58Tcg==",
    "eJxrYJlqxwABPVbR1UqZeQWlJUpWCkqGCkYxeUo6Ckr5pSVQIWOIQElqcUlJZUEqSKi4JCUzT6k2dooeALEqFJ0=",
    "eJxrYJ1qxwABPVbR1UqZeQWlJUpWCkqGCkYxeUo6Ckr5pSVQIWOIQElqcUlJZUEqSKi4JCUzT6k2dooeALFyFJ4=",
};
// clang-format on

constexpr const char* kObject =
    R"({"s":"naïve 数据 🎈 \\ \n \r","l":[1,-1,0,255,256,65535,65536,2147483647,-2147483648,2147483648,)"
    R"(9223372036854775808,-1267650600228229401496703205376,[],{}],"t":[1,[2,3],[],[4,5,6],[7,8,9,10]],)"
    R"("f":[0.5,-1.25,NaN,Infinity],"b":[true,false,null],"5":"five","null":"none","true":"yes"})";
constexpr const char* kTests = R"([{"input": "1 2\n", "output": "3\n", "testtype": "stdin"}])";

// The JSON, or the error.
std::string Read(std::string_view pickle, const PickleLimits& limits = {}) {
  const Result<std::string> json = PickleToJson(pickle, limits);
  return json.ok() ? *json : "error: " + json.error().message;
}

std::string Bytes(std::string_view literal_with_zeros) {
  return std::string(literal_with_zeros);
}

TEST(Unpickle, ReadsPlainDataOfEveryProtocol) {
  for (const char* base64 : kObjects) EXPECT_EQ(Read(*Base64Decode(base64)), kObject);
}

TEST(Unpickle, ReadsPackedTestsOfEveryProtocol) {
  for (const char* packed : kPacked) {
    const Result<std::string> text = UnpackPickledText(packed);
    ASSERT_TRUE(text.ok()) << text.error().message;
    EXPECT_EQ(*text, kTests);
  }
}

TEST(Unpickle, ReadsTextsOfPython2) {
  EXPECT_EQ(Read("S'it\\'s \\x41\\n'\n."), "\"it's A\\n\"");
  EXPECT_EQ(Read("U\x03"
                 "abc."),
            "\"abc\"");
}

TEST(Unpickle, RefusesWhatWouldImportOrCall) {
  EXPECT_THAT(Read("cposix\nsystem\np0\n(Vtrue\np1\ntp2\nRp3\n."),
              HasSubstr("more than plain data (GLOBAL: it would import)"));
  EXPECT_THAT(
      Read("\x80\x04\x8C\x05posix\x94\x8C\x06system\x94\x93\x94\x8C\x04true\x94\x85\x94R\x94."),
      HasSubstr("STACK_GLOBAL"));
  for (const char* opcode :
       {"R", "i", "o",    "b",    "P",    "Q",    "\x81", "\x82", "\x83", "\x84", "\x92", "\x93",
        "B", "C", "\x8E", "\x8F", "\x90", "\x91", "\x96", "\x97", "\x98", "2",    "0"}) {
    EXPECT_THAT(Read(std::string("]") + opcode + "."), HasSubstr("more than plain data")) << opcode;
  }
}

TEST(Unpickle, RefusesTornAndDamagedPickles) {
  for (const char* base64 : kObjects) {
    const std::string whole = *Base64Decode(base64);
    for (size_t length = 0; length < whole.size(); ++length) {
      EXPECT_THAT(Read(whole.substr(0, length)), HasSubstr("error: ")) << length;
    }
    EXPECT_THAT(Read(whole + "."), HasSubstr("there is more after the pickle"));
  }
  for (const char* damaged :
       {".",           "(.",         "t.",         "a.",     "]a.",    "N(e.",  "N(u.",
        "}(Nu.",       "}Ns.",       "(Nd.",       "h\x05.", "p0\n.",  "\x94.", "gx\n.",
        "NN.",         "I1x\n.",     "I-\n.",      "Fx\n.",  "S'a\n.", "Sx\n.", "V\\ud800\n.",
        "V\\uZZZZ\n.", "U\x01\xFF.", "\x80\x06N.", "(]((e."}) {
    EXPECT_THAT(Read(damaged), HasSubstr("error: ")) << damaged;
  }
}

TEST(Unpickle, DoesNotBelieveLengths) {
  EXPECT_THAT(Read(Bytes({"\x8D\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F"
                          "a.",
                          11})),
              HasSubstr("ends in its middle"));
  EXPECT_THAT(Read(Bytes({"X\xFF\xFF\xFF\x7F"
                          "a.",
                          7})),
              HasSubstr("ends in its middle"));
  EXPECT_THAT(Read(Bytes({"\x95\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7FN.", 11})),
              HasSubstr("ends in its middle"));
  EXPECT_THAT(Read("\x8A\xFF" + std::string(255, '\x7F') + "."),
              testing::StartsWith("62871626394860568737"));
  EXPECT_THAT(Read(Bytes({"\x8B\x01\x01\x00\x00", 5}) + std::string(257, '\x7F') + "."),
              HasSubstr("too long"));
}

TEST(Unpickle, EndsWithWhatHoldsItselfOrIsSharedWithoutEnd) {
  EXPECT_THAT(Read("]q\x01h\x01"
                   "a."),
              HasSubstr("holds itself"));
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "(";
  deep += "N";
  for (int i = 0; i < 300; ++i) deep += "l";
  EXPECT_THAT(Read(deep + "."), HasSubstr("nested too deeply"));
  // A list of two of a list of two, and so on: 2^60 values from 240 bytes.
  std::string bomb = "]q";
  bomb += '\0';
  for (char i = 1; i <= 60; ++i) {
    // Above the list of before, the same once more: both become a tuple.
    bomb += "h";
    bomb += static_cast<char>(i - 1);
    bomb += "\x86q";
    bomb += i;
  }
  EXPECT_THAT(Read(bomb + ".", {.json_bytes = 1 << 20}), HasSubstr("too long"));
}

TEST(Unpickle, BoundsWhatIsPacked) {
  const std::string pickle = Bytes({"X\xE8\x03\x00\x00", 5}) + std::string(1000, 'x') + ".";
  std::string packed(compressBound(pickle.size()), '\0');
  uLongf size = packed.size();
  ASSERT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                     reinterpret_cast<const Bytef*>(pickle.data()), pickle.size()),
            Z_OK);
  const std::string base64 = Base64Encode(std::string_view(packed).substr(0, size));
  PickleLimits limits;
  limits.unpacked_bytes = pickle.size();
  EXPECT_TRUE(UnpackPickledText(base64, limits).ok());
  limits.unpacked_bytes = pickle.size() - 1;
  const Result<std::string> text = UnpackPickledText(base64, limits);
  ASSERT_FALSE(text.ok());
  EXPECT_THAT(text.error().message, HasSubstr("longer than"));
}

TEST(Unpickle, SaysWhatPackedTestsLack) {
  const auto error = [](std::string_view packed) {
    const Result<std::string> text = UnpackPickledText(packed);
    return text.ok() ? "" : text.error().message;
  };
  EXPECT_THAT(error(""), HasSubstr("no base64"));
  EXPECT_THAT(error("A"), HasSubstr("no base64"));
  EXPECT_THAT(error("[{\"input\": 1}]"), HasSubstr("no base64"));
  EXPECT_THAT(error("rubbish8"), HasSubstr("zlib data is torn or damaged"));
  const std::string packed = *Base64Decode(kPacked[4]);
  EXPECT_THAT(error(Base64Encode(packed.substr(0, packed.size() - 1))),
              HasSubstr("torn or damaged"));
  EXPECT_THAT(error(Base64Encode(packed + "x")), HasSubstr("more after the zlib data"));
  EXPECT_FALSE(PickleToText("N.").ok());
}

// Of pickle.dumps: a dict as SandboxFusion's rows have it, a text as the hub's have it, and what
// calls os.system; each packed.
constexpr char kPackedDict[] =
    "eJxrYJnqxwABtVN6eDLzCkpL4vNLS4DUlB6LaiWwQLGSlUK0klFMnlKsjoISRBYiZgIVS8uLz0vMTQWK5ZXm5NRO"
    "KdYDAN98HJA=";
constexpr char kPackedText[] = "eJxrYJkqwgABPQLR1UqZeQWlJUpWCkpGSrWxU/QAZ88HgA==";
constexpr char kPackedCall[] = "eJxrYJkqzwABPawF+cWZFVN62Iori0tSc6dMntLDUlJUmjqldUrQFD0AA2gOlA==";

TEST(UnpackPickled, TakesAnyObjectAndATextAsItStands) {
  const auto dict = UnpackPickled(kPackedDict);
  ASSERT_TRUE(dict.ok()) << dict.error().message;
  JsonError error;
  const auto document = JsonDocument::Parse(*dict, &error);
  ASSERT_TRUE(document);
  EXPECT_THAT(document->root().Find("input_output").String(), HasSubstr("\"outputs\": [\"4\\n\"]"));
  EXPECT_EQ(*UnpackPickled(kPackedText), "[{\"input\": \"2\"}]");
  EXPECT_FALSE(UnpackPickledText(kPackedDict).ok());
  EXPECT_FALSE(UnpackPickled(kPackedCall).ok());
  EXPECT_FALSE(UnpackPickled(kPackedDict, {16, 16}).ok());
}

}  // namespace
}  // namespace assay
