// In this order: files of the folder, an OCI layout, what `docker save` writes.
#include "images/image_source.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "base/text.h"
#include "base/whole_file.h"
#include "images/image_name.h"
#include "text/json_member.h"

namespace assay {
namespace {

constexpr int64_t kMostJson = 8 << 20;
constexpr size_t kMostLayers = 512;
constexpr int kDeepestIndex = 4;
constexpr std::string_view kRefName = "org.opencontainers.image.ref.name";
constexpr std::string_view kFullName = "io.containerd.image.name";

Error Fault(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "images", 0, std::move(message)};
}

// A document and the text it stands on.
struct Json {
  std::string text;
  std::optional<JsonDocument> document;
  JsonValue root() const { return document->root(); }
};

Result<std::unique_ptr<Json>> ReadJson(const std::string& folder, const std::string& path,
                                       const std::string& digest) {
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd file, OpenInFolder(folder, path));
  auto json = std::make_unique<Json>();
  ASSAY_ASSIGN_OR_RETURN(json->text, ReadFile(file.get(), path, "images", kMostJson));
  if (!digest.empty() && digest != "sha256:" + Sha256Hex(json->text)) {
    return Fault(path + " is damaged: its bytes aren't those of " + digest);
  }
  JsonError error;
  json->document = JsonDocument::Parse(json->text, &error);
  if (!json->document) return Fault(path + " is no JSON: " + error.message);
  return json;
}

// ---- OCI ----

Result<std::string> BlobPath(const std::string& digest) {
  constexpr std::string_view kKind = "sha256:";
  const std::string hex = digest.substr(std::min(digest.size(), kKind.size()));
  const bool fine = StartsWith(digest, kKind) && hex.size() == 64 &&
                    hex.find_first_not_of("0123456789abcdef") == hex.npos;
  if (!fine) return Fault("'" + digest.substr(0, 100) + "' is no digest by sha256");
  return "blobs/sha256/" + hex;
}

struct Choice {
  std::string digest;
  std::string name;  // that it bears
};

bool IsForThisHost(JsonValue platform) {
  if (!platform.Is(JsonType::kObject)) return true;  // its configuration tells
  return TextAt(platform, "os") == "linux" &&
         TextAt(platform, "architecture") == HostArchitecture();
}

// Manifests in an index and in those it names, for this host.
Status Choices(const std::string& folder, JsonValue index, const std::string& name, int depth,
               std::vector<Choice>* choices, std::string* others) {
  if (depth > kDeepestIndex) return Fault("index.json: one index in another, too deep");
  const JsonValue manifests = index.Find("manifests");
  if (!manifests.Is(JsonType::kArray)) return Fault("index.json has no manifests");
  if (manifests.Count() > kMostLayers) return Fault("index.json has too many manifests");
  for (const JsonValue& each : manifests.Items()) {
    Choice choice{TextAt(each, "digest"), name};
    const JsonValue annotations = each.Find("annotations");
    for (const std::string_view key : {kFullName, kRefName}) {
      const std::string text = TextAt(annotations, key);
      if (!text.empty()) {
        choice.name = text;
        break;
      }
    }
    const JsonValue platform = each.Find("platform");
    if (!IsForThisHost(platform)) {
      const std::string architecture = TextAt(platform, "architecture");
      if (architecture != "unknown") *others += (others->empty() ? "" : ", ") + architecture;
      continue;
    }
    if (TextAt(each, "mediaType").find("index") == std::string::npos &&
        TextAt(each, "mediaType").find("manifest.list") == std::string::npos) {
      choices->push_back(std::move(choice));
      continue;
    }
    ASSAY_ASSIGN_OR_RETURN(const std::string path, BlobPath(choice.digest));
    ASSAY_ASSIGN_OR_RETURN(const auto below, ReadJson(folder, path, choice.digest));
    ASSAY_RETURN_IF_ERROR(Choices(folder, below->root(), choice.name, depth + 1, choices, others));
  }
  return {};
}

// Of the tag alone, or of a whole name.
bool Bears(const Choice& choice, const std::string& name) {
  return ImageKey(choice.name) == ImageKey(name) || choice.name == SplitImageName(name).tag;
}

std::string Listed(const std::vector<Choice>& choices) {
  std::string list;
  for (const Choice& choice : choices) {
    list += (list.empty() ? "" : ", ") + (choice.name.empty() ? choice.digest : choice.name);
  }
  return list;
}

Result<Choice> OneOf(std::vector<Choice> choices, const std::string& name,
                     const std::string& others) {
  if (choices.empty()) {
    return Fault("it holds no image for " + std::string(HostArchitecture()) +
                 (others.empty() ? "" : ", only for " + others));
  }
  if (choices.size() > 1) {
    const std::string list = Listed(choices);
    std::erase_if(choices, [&name](const Choice& each) { return !Bears(each, name); });
    if (choices.size() != 1) {
      return Fault("it holds several images, and their names don't say which one '" + name +
                   "' is: " + list.substr(0, 1000));
    }
  }
  return std::move(choices.front());
}

// What the configuration says, and what it names the layers by.
Status TakeConfig(JsonValue config, LayeredImage* image) {
  ASSAY_RETURN_IF_ERROR(TakeImageConfig(config, &image->record));
  const std::vector<std::string> digests = TextsOf(config.Find("rootfs").Find("diff_ids"));
  if (digests.size() != image->layers.size() || digests.size() > kMostLayers) {
    return Fault("the image's configuration names " + std::to_string(digests.size()) +
                 " layers, and its manifest " + std::to_string(image->layers.size()));
  }
  for (size_t i = 0; i < digests.size(); ++i) {
    if (const auto fine = BlobPath(digests[i]); !fine.ok()) return fine.error();
    image->layers[i].tar_digest = digests[i];
  }
  return {};
}

Result<LayeredImage> ReadOci(const std::string& folder, const std::string& name) {
  ASSAY_ASSIGN_OR_RETURN(const auto index, ReadJson(folder, "index.json", ""));
  std::vector<Choice> choices;
  std::string others;
  ASSAY_RETURN_IF_ERROR(Choices(folder, index->root(), "", 0, &choices, &others));
  ASSAY_ASSIGN_OR_RETURN(const Choice choice, OneOf(std::move(choices), name, others));
  ASSAY_ASSIGN_OR_RETURN(const std::string path, BlobPath(choice.digest));
  ASSAY_ASSIGN_OR_RETURN(const auto manifest, ReadJson(folder, path, choice.digest));
  LayeredImage image;
  image.record.source = "oci";
  image.record.digest = choice.digest;
  const JsonValue layers = manifest->root().Find("layers");
  if (!layers.Is(JsonType::kArray)) return Fault(path + " is no manifest of an image");
  for (const JsonValue& layer : layers.Items()) {
    ImageLayer each;
    each.file_digest = TextAt(layer, "digest");
    ASSAY_ASSIGN_OR_RETURN(each.path, BlobPath(each.file_digest));
    image.layers.push_back(std::move(each));
  }
  const std::string digest = TextAt(manifest->root().Find("config"), "digest");
  ASSAY_ASSIGN_OR_RETURN(const std::string config_path, BlobPath(digest));
  ASSAY_ASSIGN_OR_RETURN(const auto config, ReadJson(folder, config_path, digest));
  ASSAY_RETURN_IF_ERROR(TakeConfig(config->root(), &image));
  return image;
}

// ---- docker save ----

// What it is named by is the configuration's own digest.
std::string DigestInName(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  constexpr std::string_view kEnd = ".json";
  if (name.size() > kEnd.size() &&
      name.compare(name.size() - kEnd.size(), kEnd.size(), kEnd) == 0) {
    name.resize(name.size() - kEnd.size());
  }
  const std::string digest = "sha256:" + name;
  return BlobPath(digest).ok() ? digest : std::string();
}

Result<LayeredImage> ReadDocker(const std::string& folder, const std::string& name) {
  ASSAY_ASSIGN_OR_RETURN(const auto manifest, ReadJson(folder, "manifest.json", ""));
  if (!manifest->root().Is(JsonType::kArray)) return Fault("manifest.json is no list of images");
  const std::vector<JsonValue> all = manifest->root().Items();
  std::vector<Choice> choices;
  for (size_t i = 0; i < all.size(); ++i) {
    const std::vector<std::string> tags = TextsOf(all[i].Find("RepoTags"));
    Choice choice{std::to_string(i), tags.empty() ? "" : tags.front()};
    for (const std::string& tag : tags) {
      if (ImageKey(tag) == ImageKey(name)) choice.name = tag;
    }
    choices.push_back(std::move(choice));
  }
  ASSAY_ASSIGN_OR_RETURN(const Choice choice, OneOf(std::move(choices), name, ""));
  const JsonValue chosen = all[std::stoul(choice.digest)];
  LayeredImage image;
  image.record.source = "docker";
  for (std::string& path : TextsOf(chosen.Find("Layers"))) {
    image.layers.push_back({std::move(path), "", ""});
  }
  const std::string path = TextAt(chosen, "Config");
  ASSAY_ASSIGN_OR_RETURN(const auto config, ReadJson(folder, path, DigestInName(path)));
  image.record.digest = "sha256:" + Sha256Hex(config->text);
  ASSAY_RETURN_IF_ERROR(TakeConfig(config->root(), &image));
  return image;
}

bool Has(const std::string& folder, const char* name) {
  struct stat found {};
  return ::lstat((folder + "/" + name).c_str(), &found) == 0;
}

}  // namespace

Result<UniqueFd> OpenInFolder(const std::string& folder, const std::string& path) {
  const UniqueFd root(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root) return SystemError("images", errno, "cannot open " + folder);
  open_how how{};
  how.flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  UniqueFd file(
      static_cast<int>(::syscall(SYS_openat2, root.get(), path.c_str(), &how, sizeof how)));
  if (!file) {
    Error error = SystemError("images", errno, "cannot open " + path + " of the image");
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) {
      error.code = ErrorCode::kInvalidArgument;
    }
    return error;
  }
  struct stat found {};
  if (::fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode)) {
    return Fault(path.substr(0, 256) + " of the image is no regular file");
  }
  return file;
}

Result<std::optional<LayeredImage>> ReadLayeredImage(const std::string& folder,
                                                     const std::string& name) {
  const bool oci = Has(folder, "oci-layout") && Has(folder, "index.json");
  // A root folder may happen to have a file of that name.
  const bool docker = Has(folder, "manifest.json") && !Has(folder, "usr") && !Has(folder, "bin") &&
                      !Has(folder, "etc");
  if (!oci && !docker) return std::optional<LayeredImage>();
  ASSAY_ASSIGN_OR_RETURN(LayeredImage image,
                         oci ? ReadOci(folder, name) : ReadDocker(folder, name));
  return std::optional<LayeredImage>(std::move(image));
}

}  // namespace assay
