// The page inside the program is whole, and what is made of it is what was packed.
#include "api/ui/page_pack.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <set>

#include "ui_embedded.h"

namespace assay {
namespace {

std::string Gunzip(const std::string& gzip, size_t size) {
  std::string bytes(size, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
  stream.avail_in = static_cast<uInt>(gzip.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);  // checks CRC and length, too
  EXPECT_EQ(stream.avail_in, 0u);
  inflateEnd(&stream);
  return bytes;
}

TEST(PagePack, HoldsThePageWhole) {
  const auto files = ReadPagePack(Embedded_assay_ui_zip());
  std::set<std::string> kinds;
  size_t sent = 0;
  for (const PackedFile& file : files) {
    const std::string bytes = BytesOf(file);
    EXPECT_EQ(bytes.size(), file.size) << file.name;
    EXPECT_EQ(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())),
        file.crc32)
        << file.name;
    ASSERT_FALSE(file.stored) << file.name;
    const std::string gzip = GzipOf(file);
    EXPECT_EQ(Gunzip(gzip, file.size), bytes) << file.name;
    sent += gzip.size();
    kinds.insert(file.name.substr(file.name.rfind('.')));
  }
  EXPECT_EQ(kinds, (std::set<std::string>{".html", ".js", ".css", ".svg"}));
  EXPECT_LT(sent, 150'000u);  // what a browser fetches at most
}

TEST(PagePack, TakesNoDamagedOne) {
  const std::string whole(Embedded_assay_ui_zip());
  EXPECT_DEATH(ReadPagePack(whole.substr(0, whole.size() - 1)), "invariant");
  EXPECT_DEATH(ReadPagePack(""), "invariant");
  std::string changed = whole;
  changed[0] = 'X';  // the head of the first file
  EXPECT_DEATH(ReadPagePack(changed), "invariant");
}

}  // namespace
}  // namespace assay
