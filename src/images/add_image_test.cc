#include "images/add_image.h"

#include <fcntl.h>

#include <cerrno>

#include "images/image_test_util.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class AddImageTest : public ImagesTest {
 protected:
  void SetUp() override {
    ImagesTest::SetUp();
    auto store = ImageStore::Open((folder_ / "store").string());
    ASSERT_TRUE(store.ok());
    store_ = std::move(*store);
  }
  Result<ImageRecord> Add(const std::string& name, const fs::path& path,
                          const ImageLimits& limits = {}) {
    return AddImage(*store_, name, path.string(), limits);
  }
  fs::path TarFile(const TarBytes& tar) {
    const fs::path path = folder_ / "image.tar";
    WriteText(path, tar.Take());
    return path;
  }
  LayoutMaker Layout(std::vector<std::string> layers) {
    return {folder_ / "layout", std::move(layers)};
  }
  // Of an image that is there.
  fs::path Root(const std::string& name) {
    auto held = store_->Find(name);
    EXPECT_TRUE(held.ok()) << held.error().ToString();
    return held.ok() ? fs::path(held->root) : fs::path();
  }
  std::vector<std::string> Left() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_ / "store")) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  std::unique_ptr<ImageStore> store_;
};

TEST_F(AddImageTest, LayersAreLaidOverEachOther) {
  auto layout = Layout({TarBytes()
                            .Folder("etc")
                            .File("etc/a", "lower")
                            .File("etc/b", "gone")
                            .Folder("data")
                            .File("data/old", "x")
                            .Folder("data/sub")
                            .File("data/sub/old", "x")
                            .File("tool", "t", 04755)
                            .Take(),
                        TarBytes()
                            .File("etc/a", "upper")
                            .File("etc/.wh.b", "")
                            .Folder("data")
                            .File("data/new", "n")
                            .File("data/.wh..wh..opq", "")
                            .HardLink("etc/c", "etc/a")
                            .Symlink("bin", "usr/bin")
                            .Folder("usr/bin")
                            .File("bin/run", "through a link")
                            .Take()});
  layout.config = R"({"Env":["A=1","PATH=/opt/bin:/bin"],"WorkingDir":"/work/deep",)"
                  R"("Entrypoint":["/entry"],"Cmd":["-v"]})";
  layout.WriteOci();
  const auto record = Add("docker.io/library/thing:1", layout.folder);
  ASSERT_TRUE(record.ok()) << record.error().ToString();
  EXPECT_EQ(record->name, "thing:1");
  EXPECT_EQ(record->source, "oci");
  EXPECT_EQ(record->env, (std::vector<std::string>{"A=1", "PATH=/opt/bin:/bin"}));
  EXPECT_EQ(record->workdir, "/work/deep");
  EXPECT_EQ(record->entrypoint, std::vector<std::string>{"/entry"});
  EXPECT_EQ(record->digest.size(), 71U);
  const fs::path root = Root("thing:1");
  EXPECT_EQ(ReadText(root / "etc/a"), "upper");
  EXPECT_EQ(ReadText(root / "etc/c"), "upper");
  EXPECT_FALSE(fs::exists(root / "etc/b"));
  EXPECT_FALSE(fs::exists(root / "etc/.wh.b"));
  EXPECT_FALSE(fs::exists(root / "data/old"));
  EXPECT_FALSE(fs::exists(root / "data/sub"));
  EXPECT_EQ(ReadText(root / "data/new"), "n");
  EXPECT_EQ(ReadText(root / "usr/bin/run"), "through a link");
  EXPECT_TRUE(fs::is_directory(root / "work/deep"));
  struct stat tool {};
  ASSERT_EQ(::lstat((root / "tool").c_str(), &tool), 0);
  EXPECT_EQ(tool.st_mode & 07777, 0755U) << "set-uid bits are dropped";
  EXPECT_EQ(tool.st_mtim.tv_sec, 1'000'000'000);
}

TEST_F(AddImageTest, AWhiteoutTakesAwayOnlyWhatIsBelow) {
  auto layout = Layout({TarBytes().Folder("d").File("d/old", "x").File("e", "old").Take(),
                        TarBytes()
                            .File("d/new", "n")
                            .File(".wh.d", "")
                            .File("e", "new")
                            .File(".wh.e", "")
                            .File(".wh.none", "")
                            .File("no/.wh.none", "")
                            .Take()});
  layout.WriteOci();
  ASSERT_TRUE(Add("a", layout.folder).ok());
  const fs::path root = Root("a");
  EXPECT_FALSE(fs::exists(root / "d/old"));
  EXPECT_EQ(ReadText(root / "d/new"), "n");
  EXPECT_EQ(ReadText(root / "e"), "new");
}

TEST_F(AddImageTest, AnImageForAnotherSystemOrADamagedOneIsRefused) {
  const std::vector<std::string> layers = {TarBytes().File("a", "1").Take()};
  auto other = Layout(layers);
  other.architecture = "pdp11";
  other.WriteOci();
  const auto refused = Add("a", other.folder);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("pdp11"), std::string::npos);
  fs::remove_all(other.folder);

  auto layout = Layout(layers);
  layout.WriteOci();
  // As long, and a tar.
  WriteText(layout.folder / "blobs/sha256" / Sha256Hex(layers[0]),
            TarBytes().File("a", "2").Take());
  const auto damaged = Add("a", layout.folder);
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(damaged.error().message.find("damaged"), std::string::npos);
  EXPECT_TRUE(store_->List().empty());
  EXPECT_TRUE(Left().empty()) << "nothing half made stays";
}

TEST_F(AddImageTest, WhatDockerSavesIsSeenAlsoInATar) {
  auto layout = Layout({TarBytes().Folder("usr").File("usr/a", "1").Take()});
  layout.WriteDocker("mine:2");
  ASSERT_TRUE(Add("mine:2", layout.folder).ok());
  EXPECT_EQ(ReadText(Root("mine:2") / "usr/a"), "1");
  const fs::path tar = folder_ / "saved.tar.gz";
  ASSERT_EQ(
      std::system(("tar -czf " + tar.string() + " -C " + layout.folder.string() + " .").c_str()),
      0);
  const auto record = Add("again", tar);
  ASSERT_TRUE(record.ok()) << record.error().ToString();
  EXPECT_EQ(record->source, "docker");
  EXPECT_EQ(ReadText(Root("again") / "usr/a"), "1");
  EXPECT_FALSE(fs::exists(Root("again") / "manifest.json"));
}

TEST_F(AddImageTest, ATarAndAFolderOfARootAreTakenAsTheyAre) {
  const auto tar = TarFile(TarBytes()
                               .Folder("./")
                               .Folder("./etc")
                               .File("./etc/os", "x")
                               .File("./etc/.wh.kept", "k")
                               .Symlink("./up", "../../../etc")
                               .Symlink("./abs", "/etc/shadow")
                               .Add("dev/null", '3', "", "", 0666));
  const auto record = Add("team/tools", tar);
  ASSERT_TRUE(record.ok()) << record.error().ToString();
  EXPECT_EQ(record->source, "tar");
  EXPECT_EQ(record->digest, "sha256:" + Sha256Hex(ReadText(tar)));
  const fs::path root = Root("team/tools:latest");
  EXPECT_EQ(ReadText(root / "etc/.wh.kept"), "k");
  EXPECT_EQ(fs::read_symlink(root / "up"), "../../../etc") << "a link is its text";
  EXPECT_FALSE(fs::exists(root / "dev/null"));

  fs::create_hard_link(root / "etc/os", root / "etc/os2");
  const auto copy = Add("copy", root);
  ASSERT_TRUE(copy.ok()) << copy.error().ToString();
  EXPECT_EQ(copy->source, "folder");
  EXPECT_EQ(fs::hard_link_count(Root("copy") / "etc/os"), 2U);
  EXPECT_EQ(fs::read_symlink(Root("copy") / "abs"), "/etc/shadow");
}

TEST_F(AddImageTest, HostileTarsAreRefusedAndNothingOutsideIsTouched) {
  const fs::path outside = folder_ / "outside";
  WriteText(outside / "secret", "kept");
  const std::string out = outside.string();
  const std::pair<const char*, TarBytes> cases[] = {
      {"absolute", TarBytes().File(out + "/made", "x")},
      {"dots", TarBytes().File("../../../outside/made", "x")},
      {"dots within", TarBytes().Folder("a").File("a/../../made", "x")},
      {"hard link out", TarBytes().HardLink("a", out + "/secret")},
      {"hard link up", TarBytes().HardLink("a", "../../outside/secret")},
      {"hard link through a link", TarBytes().Symlink("l", out).HardLink("a", "l/secret")},
      {"hard link to a folder", TarBytes().Folder("d").HardLink("a", "d")},
      {"through a link to nowhere", TarBytes().Symlink("l", out + "/x").File("l/made", "x")},
      {"link to itself", TarBytes().Symlink("l", "l").File("l/made", "x")},
      {"below a file", TarBytes().File("f", "x").File("f/made", "x")},
      {"device", TarBytes().Add("disk", '4', "", "", 0666)},
      {"device through a link", TarBytes().Symlink("d", "dev").Add("x/null", '3', "", "", 0666)},
      {"no name", TarBytes().File("", "x")},
      {"root as a file", TarBytes().File(".", "x")},
      {"no file of users", TarBytes().Folder("etc").Folder("etc/passwd")},
      {"larger than allowed", TarBytes().File("f", std::string(2000, 'x'))},
      {"says it is huge", TarBytes().Add("f", '0', "x", "", 0644, 7'000'000'000)},
      {"cut off", TarBytes().Add("f", '0', "x", "", 0644, 900)},
  };
  ImageLimits limits;
  limits.bytes = 1000;
  for (const auto& [name, tar] : cases) {
    std::string bytes = tar.Take();
    if (std::string_view(name) == "cut off") bytes.resize(600);
    WriteText(folder_ / "image.tar", bytes);
    const auto added = Add("evil", folder_ / "image.tar", limits);
    ASSERT_FALSE(added.ok()) << name;
    EXPECT_EQ(added.error().code, ErrorCode::kInvalidArgument)
        << name << ": " << added.error().ToString();
    EXPECT_TRUE(Left().empty()) << name;
  }
  EXPECT_EQ(ReadText(outside / "secret"), "kept");
  EXPECT_EQ(std::distance(fs::directory_iterator(outside), fs::directory_iterator()), 1);
  limits.entries = 3;
  EXPECT_FALSE(Add("many",
                   TarFile(TarBytes().File("a", "").File("b", "").File("c", "").File("d", "")),
                   limits)
                   .ok());
}

TEST_F(AddImageTest, LinksLeadWhereTheyWouldInABox) {
  const fs::path outside = folder_ / "outside";
  WriteText(outside / "secret", "kept");
  auto layout = Layout(
      {TarBytes()
           .Folder("etc")
           .File("etc/own", "own")
           .Symlink("up", "/../../../../etc")
           .Symlink("out", outside.string())
           .Take(),
       TarBytes().File("up/made", "m").File("up/.wh.own", "").File("out", "replaced").Take()});
  layout.WriteOci();
  const auto added = Add("a", layout.folder);
  ASSERT_TRUE(added.ok()) << added.error().ToString();
  const fs::path root = Root("a");
  EXPECT_EQ(ReadText(root / "etc/made"), "m");
  EXPECT_FALSE(fs::exists("/etc/made"));
  EXPECT_FALSE(fs::exists(root / "etc/own"));
  EXPECT_EQ(ReadText(root / "out"), "replaced");
  EXPECT_EQ(ReadText(outside / "secret"), "kept");
}

TEST_F(AddImageTest, BlobsAreReadFromTheLayoutOnly) {
  WriteText(folder_ / "outside", TarBytes().File("stolen", "x").Take());
  auto layout = Layout({TarBytes().File("a", "1").Take()});
  layout.WriteDocker("a");
  fs::remove(layout.folder / "0/layer.tar");
  fs::create_symlink(folder_ / "outside", layout.folder / "0/layer.tar");
  EXPECT_FALSE(Add("a", layout.folder).ok());
  fs::remove(layout.folder / "0/layer.tar");
  ASSERT_EQ(::mkfifo((layout.folder / "0/layer.tar").c_str(), 0600), 0);
  EXPECT_FALSE(Add("a", layout.folder).ok()) << "and isn't waited for";
}

TEST_F(AddImageTest, AnImageInUseStaysAndNamesAreTakenOnce) {
  const fs::path tar = TarFile(TarBytes().File("a", "1"));
  ASSERT_TRUE(Add("python:3.11-slim", tar).ok());
  const auto twice = Add("docker.io/library/python:3.11-slim", tar);
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().sys_errno, EEXIST);
  auto other = ImageStore::Open((folder_ / "store").string());
  ASSERT_TRUE(other.ok());
  {
    const auto held = store_->Find("library/python:3.11-slim");
    ASSERT_TRUE(held.ok());
    const Status busy = (*other)->Remove("python:3.11-slim");
    ASSERT_FALSE(busy.ok());
    EXPECT_EQ(busy.error().sys_errno, EBUSY);
    EXPECT_EQ(ReadText(fs::path(held->root) / "a"), "1");
  }
  ASSERT_EQ((*other)->List().size(), 1U);
  EXPECT_TRUE((*other)->Remove("python:3.11-slim").ok());
  EXPECT_TRUE(store_->List().empty());
  const auto gone = store_->Find("python:3.11-slim");
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().sys_errno, ENOENT);
  EXPECT_EQ(gone.error().field, "image");
  EXPECT_NE(gone.error().message.find("assay image add"), std::string::npos);
  EXPECT_FALSE((*other)->Remove("python:3.11-slim").ok());
}

TEST_F(AddImageTest, WhatAKilledAddLeftIsClearedAway) {
  WriteText(folder_ / "store/.adding-dead/root/file", "x");
  WriteText(folder_ / "store/.removed-dead/root/file", "x");
  fs::permissions(folder_ / "store", fs::perms::owner_all);
  ASSERT_TRUE(Add("a", TarFile(TarBytes().File("a", "1"))).ok());
  EXPECT_EQ(Left().size(), 1U);
}

TEST_F(AddImageTest, AFolderThatOthersUseIsRefusedAndStaysAsItIs) {
  const fs::path tar = TarFile(TarBytes().File("a", "1"));
  const fs::path store = folder_ / "store";
  const auto refused = [&](mode_t mode) {
    EXPECT_EQ(::chmod(store.c_str(), mode), 0);
    const auto added = Add("a", tar);
    struct stat found {};
    EXPECT_EQ(::stat(store.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777, mode);
    if (added.ok()) return std::string("(added)");
    EXPECT_EQ(added.error().sys_errno, EPERM);
    EXPECT_EQ(added.error().field, "image-folder");
    EXPECT_NE(added.error().message.find(store.string()), std::string::npos);
    EXPECT_TRUE(Left().empty());
    return added.error().message;
  };
  fs::create_directory(store);
  for (const mode_t mode : {01777, 0755, 0770, 0701}) {
    EXPECT_NE(refused(mode).find("0700, or name a new folder"), std::string::npos);
  }
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(store.c_str(), 65534, 65534), 0);
    EXPECT_NE(refused(0700).find("another user"), std::string::npos);
  }
  fs::remove(store);
  // A new one is nobody else's; with a slash at its end, too.
  auto slash = ImageStore::Open(store.string() + "/");
  ASSERT_TRUE(slash.ok());
  store_ = std::move(*slash);
  const auto added = Add("a", tar);
  ASSERT_TRUE(added.ok()) << added.error().ToString();
  EXPECT_EQ(fs::status(store).permissions(), fs::perms::owner_all);
}

TEST_F(AddImageTest, FoldersThatAreMadeOnTheWayCountAsEntries) {
  ImageLimits limits;
  limits.entries = 4;
  const TarBytes plain = TarBytes().File("a/b/c/d", "1");
  EXPECT_TRUE(Add("fits", TarFile(plain), limits).ok());
  const auto deep = Add("deep", TarFile(TarBytes().File("a/b/c/d/e", "1")), limits);
  ASSERT_FALSE(deep.ok());
  EXPECT_NE(deep.error().message.find("more than 4 entries"), std::string::npos);
  const TarBytes once = TarBytes().Folder("a").Folder("a/b").File("a/c", "1").Folder("a/c");
  const auto added = Add("once", TarFile(once), limits);
  EXPECT_TRUE(added.ok()) << "each counts once: " << added.error().ToString();
}

TEST_F(AddImageTest, LinksLeadNoDeeperThanTreesCanBeRemoved) {
  std::string down = "d";
  for (int i = 1; i < 45; ++i) down += "/d";
  const auto levels = [&](int count) {
    TarBytes tar;
    std::string at = down;
    for (int i = 0; i < count; ++i) {
      tar.Folder(at).Symlink("l" + std::to_string(i), at);
      at = "l" + std::to_string(i) + "/" + down;
    }
    return TarFile(tar);
  };
  const auto deep = Add("deep", levels(6));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(deep.error().message.find("too deep"), std::string::npos);
  EXPECT_TRUE(Left().empty());
  const auto added = Add("fits", levels(5));
  EXPECT_TRUE(added.ok()) << added.error().ToString();
}

}  // namespace
}  // namespace assay
