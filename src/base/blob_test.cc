#include "base/blob.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "base/sealed_files.h"

namespace assay {
namespace {

std::string ReadAll(const UniqueFd& fd) {
  std::string bytes;
  char piece[4096];
  ssize_t count;
  while ((count = ::read(fd.get(), piece, sizeof piece)) > 0) {
    bytes.append(piece, static_cast<size_t>(count));
  }
  return bytes;
}

SealedFiles::FdPtr SomeFile() {
  return std::make_shared<const UniqueFd>(::dup(2));
}

TEST(Blob, EachReaderHasAnOffsetOfItsOwnAndCannotWrite) {
  const BlobPtr blob = Blob::FromString(std::string(10000, 'x'));
  auto first = blob->OpenReadOnly();
  auto second = blob->OpenReadOnly();
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(ReadAll(*first), blob->view());
  EXPECT_EQ(ReadAll(*second), blob->view());
  EXPECT_LT(::write(first->get(), "y", 1), 0);
  EXPECT_EQ(::ftruncate(first->get(), 0), -1);
}

TEST(Blob, ReadersOutliveTheBlob) {
  BlobPtr blob = Blob::FromString("bytes");
  auto fd = blob->OpenReadOnly();
  ASSERT_TRUE(fd.ok());
  blob.reset();
  EXPECT_EQ(ReadAll(*fd), "bytes");
}

TEST(Blob, ManyBlobsDoNotUseUpTheDescriptors) {
  // More than any limit on open files a test runs under, if each kept its own.
  std::vector<BlobPtr> blobs;
  for (int i = 0; i < 20000; ++i) {
    blobs.push_back(Blob::FromString(std::to_string(i)));
    auto fd = blobs.back()->OpenReadOnly();
    ASSERT_TRUE(fd.ok()) << i << " " << fd.error().ToString();
  }
  auto fd = blobs.front()->OpenReadOnly();
  ASSERT_TRUE(fd.ok());
  EXPECT_EQ(ReadAll(*fd), "0");
}

TEST(Blob, ThreadsShareOneFile) {
  const BlobPtr blob = Blob::FromString(std::string(100000, 'z'));
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 50; ++j) {
        auto fd = blob->OpenReadOnly();
        ASSERT_TRUE(fd.ok());
        ASSERT_EQ(ReadAll(*fd).size(), blob->size());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(SealedFiles, LeastRecentlyUsedAreClosedFirst) {
  SealedFiles files(2, 1000);
  const int a = 0, b = 0, c = 0;
  files.Keep(&a, SomeFile(), 1);
  files.Keep(&b, SomeFile(), 1);
  EXPECT_NE(files.Find(&a), nullptr);
  files.Keep(&c, SomeFile(), 1);
  EXPECT_EQ(files.Find(&b), nullptr);
  EXPECT_NE(files.Find(&a), nullptr);
  files.Drop(&a);
  EXPECT_EQ(files.Find(&a), nullptr);
  files.Drop(&a);
}

TEST(SealedFiles, OneGiantIsKeptAlone) {
  SealedFiles files(10, 1000);
  const int a = 0, b = 0;
  files.Keep(&a, SomeFile(), 10);
  files.Keep(&b, SomeFile(), 5000);
  EXPECT_EQ(files.Find(&a), nullptr);
  EXPECT_NE(files.Find(&b), nullptr);
}

}  // namespace
}  // namespace assay
