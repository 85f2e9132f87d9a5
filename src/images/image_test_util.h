// Tars and OCI layouts for tests, hostile ones among them: headers are written byte by byte, so
// that nothing refuses to write them.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "images/image_record.h"

namespace assay {

class TarBytes {
 public:
  TarBytes& File(const std::string& name, const std::string& content, int mode = 0644) {
    return Add(name, '0', content, "", mode);
  }
  TarBytes& Folder(const std::string& name, int mode = 0755) {
    return Add(name, '5', "", "", mode);
  }
  TarBytes& Symlink(const std::string& name, const std::string& target) {
    return Add(name, '2', "", target, 0777);
  }
  TarBytes& HardLink(const std::string& name, const std::string& target) {
    return Add(name, '1', "", target, 0644);
  }
  // '3': a character device.
  TarBytes& Add(const std::string& name, char type, const std::string& content,
                const std::string& link, int mode, int64_t size = -1) {
    std::string header(512, '\0');
    const auto put = [&header](size_t at, const std::string& text) {
      header.replace(at, text.size(), text);
    };
    const auto octal = [&put](size_t at, int digits, uint64_t value) {
      char text[32];
      std::snprintf(text, sizeof text, "%0*lo", digits, static_cast<unsigned long>(value));
      put(at, text);
    };
    put(0, name.substr(0, 100));
    octal(100, 7, static_cast<uint64_t>(mode));
    octal(108, 7, 0);
    octal(116, 7, 0);
    octal(124, 11, static_cast<uint64_t>(size < 0 ? static_cast<int64_t>(content.size()) : size));
    octal(136, 11, 1'000'000'000);
    put(148, "        ");
    header[156] = type;
    put(157, link.substr(0, 100));
    put(257, std::string("ustar\0", 6) + "00");
    octal(329, 7, 1);
    octal(337, 7, 3);
    uint64_t sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    octal(148, 6, sum);
    header[154] = '\0';
    bytes_ += header + content + std::string((512 - content.size() % 512) % 512, '\0');
    return *this;
  }
  std::string Take() const { return bytes_ + std::string(1024, '\0'); }

 private:
  std::string bytes_;
};

inline void WriteText(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string ReadText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// An OCI image layout, or what `docker save` writes, of layers that are tars.
struct LayoutMaker {
  std::filesystem::path folder;
  std::vector<std::string> layers;
  std::string config = R"({})";  // of "config"
  std::string architecture = std::string(HostArchitecture());

  std::string ConfigText() const {
    std::string digests;
    for (const std::string& layer : layers) {
      digests += (digests.empty() ? "" : ",") + ("\"sha256:" + Sha256Hex(layer) + "\"");
    }
    return R"({"os":"linux","architecture":")" + architecture + R"(","config":)" + config +
           R"(,"rootfs":{"type":"layers","diff_ids":[)" + digests + "]}}";
  }
  std::string Blob(const std::string& bytes) const {
    WriteText(folder / "blobs/sha256" / Sha256Hex(bytes), bytes);
    return "\"digest\":\"sha256:" + Sha256Hex(bytes) +
           "\",\"size\":" + std::to_string(bytes.size());
  }
  void WriteOci() const {
    std::string described;
    for (const std::string& layer : layers) {
      described += (described.empty() ? "{" : ",{") +
                   std::string(R"("mediaType":"application/vnd.oci.image.layer.v1.tar",)") +
                   Blob(layer) + "}";
    }
    const std::string manifest = R"({"schemaVersion":2,"config":{)" + Blob(ConfigText()) +
                                 R"(},"layers":[)" + described + "]}";
    WriteText(folder / "oci-layout", R"({"imageLayoutVersion":"1.0.0"})");
    WriteText(folder / "index.json", R"({"schemaVersion":2,"manifests":[{"mediaType":)"
                                     R"("application/vnd.oci.image.manifest.v1+json",)" +
                                         Blob(manifest) + "}]}");
  }
  void WriteDocker(const std::string& tag) const {
    std::string names;
    for (size_t i = 0; i < layers.size(); ++i) {
      const std::string name = std::to_string(i) + "/layer.tar";
      WriteText(folder / name, layers[i]);
      names += (names.empty() ? "\"" : ",\"") + name + "\"";
    }
    WriteText(folder / (Sha256Hex(ConfigText()) + ".json"), ConfigText());
    WriteText(folder / "manifest.json", R"([{"Config":")" + Sha256Hex(ConfigText()) +
                                            R"(.json","RepoTags":[")" + tag + R"("],"Layers":[)" +
                                            names + "]}]");
  }
};

class ImagesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/assay-images-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::filesystem::path folder_;
};

}  // namespace assay
