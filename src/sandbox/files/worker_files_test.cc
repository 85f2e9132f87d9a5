#include "sandbox/files/worker_files.h"

#include <sys/un.h>

#include "sandbox/files/worker_files_test_util.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

class WorkerFiles : public WorkerFilesFixture {};

TEST_F(WorkerFiles, StatSaysWhatIsThereAndDoesNotFollowLinks) {
  Put("a", "12345");
  Link("link", "a");
  ::chmod(Path("a").c_str(), 0640);
  const auto file = files().Stat(Path("a"), Soon());
  ASSERT_TRUE(file.ok()) << file.error().ToString();
  EXPECT_EQ(file->kind, FileKind::kFile);
  EXPECT_EQ(file->bytes, 5);
  EXPECT_EQ(file->mode, 0640u);
  EXPECT_EQ(file->path, Path("a"));
  EXPECT_GT(file->modified_ns, 1'600'000'000'000'000'000);
  const auto link = files().Stat("link", Soon());  // below the home directory
  ASSERT_TRUE(link.ok());
  EXPECT_EQ(link->kind, FileKind::kLink);
  EXPECT_EQ(link->link_target, "a");
  EXPECT_EQ(link->path, Path("link"));
  EXPECT_EQ(files().Stat(Path(""), Soon())->kind, FileKind::kDirectory);
  EXPECT_EQ(files().Stat("/dev/null", Soon())->kind, FileKind::kOther);
  EXPECT_EQ(Errno(files().Stat("missing", Soon())), ENOENT);
  EXPECT_EQ(Errno(files().Stat("a/b", Soon())), ENOTDIR);
  EXPECT_EQ(Errno(files().Stat("", Soon())), ENOENT);
  EXPECT_EQ(Errno(files().Stat(std::string("a\0b", 3), Soon())), EINVAL);
  EXPECT_EQ(Errno(files().Stat(std::string(5000, 'x'), Soon())), ENAMETOOLONG);
}

TEST_F(WorkerFiles, ListGoesAsDeepAsAskedAndNotThroughLinks) {
  MakeFolder("one");
  MakeFolder("one/two");
  MakeFolder("one/two/three");
  Put("one/a", "a");
  Put("one/two/b", "b");
  Link("one/loop", "..");
  const auto names = [&](int depth) {
    std::vector<std::string> found;
    const auto list = files().List("one", depth, Soon());
    EXPECT_TRUE(list.ok()) << list.error().ToString();
    for (const FileInfo& info : *list) found.push_back(info.path.substr(Path("").size()));
    return found;
  };
  EXPECT_THAT(names(1), ElementsAre("one/a", "one/loop", "one/two"));
  EXPECT_THAT(names(2), ElementsAre("one/a", "one/loop", "one/two", "one/two/b", "one/two/three"));
  EXPECT_EQ(names(100), names(2));
  EXPECT_EQ(Errno(files().List("one/a", 1, Soon())), ENOTDIR);
  EXPECT_EQ(Errno(files().List("none", 1, Soon())), ENOENT);
  EXPECT_EQ(Errno(files().List("one", 0, Soon())), EINVAL);
}

TEST_F(WorkerFiles, NamesAreBytes) {
  MakeFolder("odd");
  const std::vector<std::string> odd = {"-rf", "\xff\xfe", "a\nb", "\"quoted\"", " ", "\xc3\xa4"};
  for (const std::string& name : odd) Put("odd/" + name, name);
  std::vector<std::string> found;
  const auto list = files().List("odd", 1, Soon());
  ASSERT_TRUE(list.ok());
  for (const FileInfo& info : *list) found.push_back(info.path.substr(Path("odd/").size()));
  EXPECT_THAT(found, ::testing::UnorderedElementsAreArray(odd));
  for (const std::string& name : odd) EXPECT_EQ(*ReadAll("odd/" + name), name);
}

TEST_F(WorkerFiles, ListsNoMoreThanItsBound) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to mount";
  Disk("100m");
  Put("disk/seed", "");
  for (int i = 1; i < 100'000; ++i) {
    ASSERT_EQ(::link(Path("disk/seed").c_str(), Path("disk/" + std::to_string(i)).c_str()), 0);
  }
  const auto list = files().List("disk", 1, Soon());
  ASSERT_TRUE(list.ok()) << list.error().ToString();
  EXPECT_EQ(list->size(), 100'000u);
  Put("disk/one more", "");
  EXPECT_EQ(Errno(files().List("disk", 1, Soon())), EOVERFLOW);
}

TEST_F(WorkerFiles, MakesDirectoriesWithTheirParents) {
  EXPECT_TRUE(*files().MakeDirectory("a/b/c", Soon()));
  EXPECT_FALSE(*files().MakeDirectory("a/b/c/", Soon()));
  EXPECT_TRUE(std::filesystem::is_directory(Path("a/b/c")));
  Put("file", "");
  EXPECT_EQ(Errno(files().MakeDirectory("file", Soon())), EEXIST);
  EXPECT_EQ(Errno(files().MakeDirectory("file/below", Soon())), ENOTDIR);
  EXPECT_FALSE(*files().MakeDirectory("/", Soon()));
}

TEST_F(WorkerFiles, MovesAlsoBetweenFileSystems) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to mount";
  Put("a", "text");
  EXPECT_EQ(Errno(files().Move("a", "new/place", Soon())), 0);
  EXPECT_EQ(Text("new/place"), "text");
  EXPECT_EQ(Errno(files().Move("a", "b", Soon())), ENOENT);

  Disk("1m");
  Link("new/link", "place");
  MakeFolder("new/below");
  ASSERT_EQ(::mkfifo(Path("new/below/pipe").c_str(), 0640), 0);
  Give(Path("new/below/pipe"));
  Put("new/holes", "x");
  ASSERT_EQ(::truncate(Path("new/holes").c_str(), 1 << 30), 0);
  ::chmod(Path("new/place").c_str(), 0751);
  EXPECT_EQ(Errno(files().Move("new", "disk/moved", Soon())), 0);
  EXPECT_EQ(Text("disk/moved/place"), "text");
  EXPECT_EQ(std::filesystem::read_symlink(Path("disk/moved/link")), "place");
  EXPECT_TRUE(std::filesystem::is_fifo(Path("disk/moved/below/pipe")));
  EXPECT_EQ(std::filesystem::file_size(Path("disk/moved/holes")), 1u << 30);
  EXPECT_EQ(files().Stat("disk/moved/place", Soon())->mode, 0751u);
  EXPECT_EQ(Text("new/place"), "(none)");
  // What doesn't fit stays where it is.
  Put("large", std::string(2 << 20, 'x'));
  EXPECT_EQ(Errno(files().Move("large", "disk/large", Soon())), ENOSPC);
  EXPECT_THAT(NamesAt(Path("disk")), ElementsAre("moved"));
  EXPECT_EQ(Text("large").size(), size_t{2 << 20});
  // A directory that isn't empty is not replaced.
  MakeFolder("other");
  EXPECT_EQ(Errno(files().Move("other", "disk/moved", Soon())), ENOTEMPTY);
  EXPECT_EQ(Text("disk/moved/place"), "text");
}

TEST_F(WorkerFiles, RemovesTreesButNothingBehindLinks) {
  MakeFolder("tree");
  MakeFolder("tree/deep");
  Put("tree/deep/file", "x");
  MakeFolder("elsewhere");
  Put("elsewhere/stays", "x");
  Link("tree/link", Path("elsewhere"));
  EXPECT_EQ(Errno(files().Remove("tree", Soon())), 0);
  EXPECT_EQ(Errno(files().Remove("tree", Soon())), ENOENT);
  EXPECT_THAT(NamesAt(Path("")), ElementsAre("elsewhere"));
  EXPECT_EQ(Text("elsewhere/stays"), "x");
}

TEST_F(WorkerFiles, ReadsRanges) {
  Put("digits", "0123456789");
  const auto range = [&](int64_t offset, int64_t bytes) {
    return *ReadAll("digits", {.offset = offset, .bytes = bytes});
  };
  EXPECT_EQ(range(0, -1), "0123456789");
  EXPECT_EQ(range(3, 4), "3456");
  EXPECT_EQ(range(8, 100), "89");
  EXPECT_EQ(range(10, 5), "");
  EXPECT_EQ(range(1'000'000, 5), "");
  EXPECT_EQ(range(-3, -1), "789");
  EXPECT_EQ(range(-3, 2), "78");
  EXPECT_EQ(range(-100, -1), "0123456789");
  EXPECT_EQ(range(INT64_MIN, INT64_MAX), "0123456789");
  EXPECT_EQ(range(INT64_MAX, INT64_MAX), "");
  EXPECT_EQ(range(2, 0), "");
  int64_t size = 0;
  size = *files().Read(
      "digits", {.offset = 9}, [](std::string_view) { return false; }, Soon());
  EXPECT_EQ(size, 10);
}

TEST_F(WorkerFiles, ReadsOnlyRegularFilesAndWaitsForNobody) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0666), 0);
  Give(Path("pipe"));
  const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  Path("socket").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(Errno(ReadAll("pipe")), ENOTSUP);
  EXPECT_THAT(Errno(ReadAll("socket")), ::testing::AnyOf(ENXIO, EACCES));
  EXPECT_EQ(Errno(ReadAll("/dev/zero")), ENOTSUP);
  EXPECT_EQ(Errno(ReadAll("/")), EISDIR);
  EXPECT_EQ(Errno(ReadAll("missing")), ENOENT);
  EXPECT_EQ(Errno(files().Write("pipe", 0644, From("x"), Soon())), ENOTSUP);
  EXPECT_EQ(Errno(files().Write("/dev/null", 0644, From("x"), Soon())), ENOTSUP);
  // Files of /proc have no size, and some of them no end that matters here.
  EXPECT_NE(ReadAll("/proc/self/status")->find("Threads:\t1"), std::string::npos);
}

TEST_F(WorkerFiles, NothingIsReadThatItsUserMayNot) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to be another user";
  Put("secret", "ours");
  ::chmod(Path("secret").c_str(), 0600);
  ASSERT_EQ(::chown(Path("secret").c_str(), 0, 0), 0);
  Link("to shadow", "/etc/shadow");
  Link("to root", "/proc/1/root");
  for (const char* path : {"secret", "to shadow", "/etc/shadow", "to root/etc/shadow",
                           "/proc/1/root/etc/shadow", "/proc/self/mem", "/proc/1/environ"}) {
    EXPECT_THAT(Errno(ReadAll(path)), ::testing::AnyOf(EACCES, EPERM)) << path;
  }
  EXPECT_EQ(Errno(files().Write("to root/etc/new", 0644, From("x"), Soon())), EACCES);
  EXPECT_EQ(Errno(files().Write("/etc/new", 0644, From("x"), Soon())), EACCES);
  EXPECT_EQ(Errno(files().Remove("/etc/shadow", Soon())), EACCES);
  EXPECT_EQ(Errno(files().List("to root", 1, Soon())), EACCES);
}

TEST_F(WorkerFiles, WritesAtOnceAndThroughLinks) {
  const auto written = files().Write("a/b", 0640, From("first", 2), Soon());
  ASSERT_TRUE(written.ok()) << written.error().ToString();
  EXPECT_EQ(written->bytes, 5);
  EXPECT_EQ(written->mode, 0640u);
  EXPECT_EQ(written->path, Path("a/b"));
  Link("link", "a/b");
  Link("nowhere", "missing/missing");
  // Whoever looks while it is written sees the old text.
  int calls = 0;
  const auto source = [&]() -> Result<std::string> {
    EXPECT_EQ(Text("a/b"), "first");
    EXPECT_THAT(NamesAt(Path("a")), ElementsAre("b"));
    return ++calls < 100 ? std::string(100'000, 'x') : std::string();
  };
  ASSERT_TRUE(files().Write("link", 0600, source, Soon()).ok());
  EXPECT_EQ(Text("a/b").size(), 9'900'000u);
  EXPECT_TRUE(std::filesystem::is_symlink(Path("link")));
  ASSERT_TRUE(files().Write("nowhere", 0600, From("new"), Soon()).ok());
  EXPECT_EQ(Text("nowhere"), "new");
  ASSERT_TRUE(files().Write("empty", 0600, From(""), Soon()).ok());
  EXPECT_EQ(Text("empty"), "");
  EXPECT_EQ(Errno(files().Write("a", 0600, From("x"), Soon())), EISDIR);
}

TEST_F(WorkerFiles, HalfAWriteLeavesNothing) {
  Put("old", "old");
  int calls = 0;
  const auto broken = [&]() -> Result<std::string> {
    if (++calls < 5) return std::string(1000, 'x');
    return Error{ErrorCode::kCancelled, "test", 0, "the client left"};
  };
  const auto cancelled = files().Write("old", 0644, broken, Soon());
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);

  calls = 0;
  const auto murderous = [&]() -> Result<std::string> {
    if (++calls == 5) ::kill(workers_.back(), SIGKILL);
    return std::string(calls < 1000 ? 100'000 : 0, 'x');
  };
  EXPECT_EQ(Errno(files().Write("old", 0644, murderous, Soon())), EPIPE);
  for (const pid_t worker : std::exchange(workers_, {})) ::waitpid(worker, nullptr, 0);
  EXPECT_EQ(Text("old"), "old");
  EXPECT_THAT(NamesAt(Path("")), ElementsAre("old"));
}

TEST_F(WorkerFiles, AFullDiskIsSaidAtOnceAndKeepsNothing) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to mount";
  Disk("1m");
  int64_t sent = 0;
  const auto gigabyte = [&]() -> Result<std::string> {
    if (sent >= 1 << 30) return std::string();
    sent += 256 << 10;
    return std::string(256 << 10, 'x');
  };
  EXPECT_EQ(Errno(files().Write("disk/large", 0644, gigabyte, Soon())), ENOSPC);
  EXPECT_LT(sent, 64 << 20);  // what the socket holds, and not all of it
  EXPECT_THAT(NamesAt(Path("disk")), IsEmpty());
  ASSERT_TRUE(files().Write("disk/small", 0644, From(std::string(900'000, 'x')), Soon()).ok());
}

TEST_F(WorkerFiles, AFileThatGrowsOrShrinksHasAnEnd) {
  Put("log", std::string(1'000'000, 'a'));
  std::ofstream more(Path("log"), std::ios::app);
  size_t seen = 0;
  const auto growing = files().Read(
      "log", {},
      [&](std::string_view piece) {
        more << std::string(piece.size() * 2, 'b') << std::flush;
        seen += piece.size();
        return true;
      },
      Soon());
  ASSERT_TRUE(growing.ok());
  EXPECT_EQ(*growing, 1'000'000);
  EXPECT_EQ(seen, 1'000'000u);

  Put("log", std::string(50'000'000, 'a'));
  seen = 0;
  const auto shrinking = files().Read(
      "log", {},
      [&](std::string_view piece) {
        EXPECT_EQ(::truncate(Path("log").c_str(), 10), 0);
        seen += piece.size();
        return true;
      },
      Soon());
  ASSERT_TRUE(shrinking.ok());
  EXPECT_EQ(static_cast<size_t>(*shrinking), seen);
  EXPECT_LT(seen, 50'000'000u);
}

TEST_F(WorkerFiles, AWorkerThatSaysNothingIsGivenUp) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  const UniqueFd held(ends[1]);
  const auto silent =
      MakeWorkerFiles({.open = [&](const std::string&, SteadyTime) -> Result<UniqueFd> {
                         return UniqueFd(::fcntl(ends[0], F_DUPFD_CLOEXEC, 0));
                       },
                       .ended = {}});
  const UniqueFd ours(ends[0]);
  const auto in = [] { return std::chrono::steady_clock::now() + std::chrono::milliseconds(20); };
  EXPECT_EQ(Errno(silent->Stat("/", in())), ETIMEDOUT);
  // Nor does it take what is sent.
  const auto endless = []() -> Result<std::string> { return std::string(1 << 20, 'x'); };
  EXPECT_EQ(Errno(silent->Write("/a", 0600, endless, in())), ETIMEDOUT);
}

TEST_F(WorkerFiles, OfABoxThatHasEndedItIsSaid) {
  const auto killing = [&]() -> Result<std::string> {
    ::kill(workers_.back(), SIGKILL);
    box_ended_ = true;
    return std::string("x");
  };
  const auto result = files().Write(
      "a", 0644,
      [&, calls = 0]() mutable -> Result<std::string> {
        return ++calls > 100 ? std::string() : killing();
      },
      Soon());
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace assay
