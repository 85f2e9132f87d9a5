// ---- streams -------------------------------------------------------------------------------

namespace testlib_impl {

// Characters of a file, a text, or a pipe, with a few that can be given back. Reads no more than is
// there, so that an interactor doesn't wait for what the other side will only say later.
class Source {
 public:
  explicit Source(int fd) : fd_(fd), bytes_(kKept + kChunk, '\0'), at_(kKept), end_(kKept) {}
  explicit Source(const std::string& text) : fd_(-1), bytes_(text), at_(0), end_(text.size()) {}
  ~Source() {
    if (fd_ > 0) ::close(fd_);
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  // EOFC's int, -1, at the end.
  int Peek() { return at_ < end_ || Fill() ? static_cast<unsigned char>(bytes_[at_]) : -1; }
  int Take() {
    const int c = Peek();
    if (c < 0) return c;
    ++at_;
    if (c == '\n') ++line_;
    return c;
  }
  // REQUIRES: one of the last kKept characters taken.
  void GiveBack(int c) {
    if (c < 0 || at_ == 0) return;
    bytes_[--at_] = static_cast<char>(c);
    if (c == '\n') --line_;
  }
  int line() const { return line_; }

 private:
  static const size_t kKept = 16;
  static const size_t kChunk = 1 << 16;

  bool Fill() {
    if (fd_ < 0 || over_) return false;
    std::memmove(&bytes_[0], &bytes_[end_ - kKept], kKept);
    ssize_t count;
    do {
      count = ::read(fd_, &bytes_[kKept], kChunk);
    } while (count < 0 && errno == EINTR);
    at_ = end_ = kKept;
    if (count <= 0) {
      over_ = true;
      return false;
    }
    end_ += static_cast<size_t>(count);
    return true;
  }

  int fd_;
  std::string bytes_;
  size_t at_, end_;
  int line_ = 1;
  bool over_ = false;
};

}  // namespace testlib_impl

// One of the texts a judge reads. What it meets that is not as asked for ends the program: with the
// fault of whoever wrote the text, the participant (ouf) or the jury (inf, ans).
struct InStream {
  InStream() {}
  // A text of one's own, read under the rules of another stream.
  InStream(const InStream& base, std::string contents)
      : name(base.name),
        mode(base.mode),
        opened(true),
        strict(base.strict),
        source_(std::make_shared<testlib_impl::Source>(contents)) {}

  void init(std::string file_name, TMode stream_mode);
  void init(std::FILE* file, TMode stream_mode);
  void reset(std::FILE* file = nullptr);
  void close() {
    source_.reset();
    opened = false;
  }
  void setTestCase(int number) { test_case_ = number; }
  void unsetTestCase() { test_case_ = 0; }
  int getLine() const { return source_ ? source_->line() : 0; }

  // Characters.
  char curChar() { return Character(source_->Peek()); }
  char nextChar() { return Character(source_->Take()); }
  void skipChar() { source_->Take(); }
  void unreadChar(char c) { source_->GiveBack(static_cast<unsigned char>(c)); }
  char readChar();
  char readChar(char c);
  char readSpace() { return readChar(' '); }
  void skipBlanks();

  // Ends. eoln and seekEoln move behind the line end they find.
  bool eof() { return source_->Peek() < 0; }
  bool seekEof();
  bool eoln();
  bool seekEoln();
  void readEoln();
  void readEof();
  void nextLine() { readLine(); }

  // Words: the characters up to the next white space.
  void readWordTo(std::string& result);
  void readWordTo(std::string& result, const pattern& p, const std::string& variable = "");
  void readWordTo(std::string& result, const std::string& p, const std::string& variable = "") {
    readWordTo(result, pattern(p), variable);
  }
  std::string readWord() {
    std::string result;
    readWordTo(result);
    return result;
  }
  std::string readWord(const pattern& p, const std::string& variable = "") {
    std::string result;
    readWordTo(result, p, variable);
    return result;
  }
  std::string readWord(const std::string& p, const std::string& variable = "") {
    return readWord(pattern(p), variable);
  }
  std::string readWord(const char* p, const std::string& variable = "") {
    return readWord(pattern(p), variable);
  }
  template <typename... A>
  void readTokenTo(std::string& result, const A&... a) {
    readWordTo(result, a...);
  }
  template <typename... A>
  std::string readToken(const A&... a) {
    return readWord(a...);
  }

  // Lines: the characters up to the next line end, which is read, too.
  void readLineTo(std::string& result);
  void readLineTo(std::string& result, const pattern& p, const std::string& variable = "");
  void readLineTo(std::string& result, const std::string& p, const std::string& variable = "") {
    readLineTo(result, pattern(p), variable);
  }
  std::string readLine() {
    std::string result;
    readLineTo(result);
    return result;
  }
  std::string readLine(const pattern& p, const std::string& variable = "") {
    std::string result;
    readLineTo(result, p, variable);
    return result;
  }
  std::string readLine(const std::string& p, const std::string& variable = "") {
    return readLine(pattern(p), variable);
  }
  std::string readLine(const char* p, const std::string& variable = "") {
    return readLine(pattern(p), variable);
  }
  template <typename... A>
  void readStringTo(std::string& result, const A&... a) {
    readLineTo(result, a...);
  }
  template <typename... A>
  std::string readString(const A&... a) {
    return readLine(a...);
  }

  // Numbers.
  long long readLong();
  long long readLong(long long least, long long most, const std::string& variable = "");
  unsigned long long readUnsignedLong();
  unsigned long long readUnsignedLong(unsigned long long least, unsigned long long most,
                                      const std::string& variable = "");
  // Without a sign, as an overload for unsigned bounds.
  unsigned long long readLong(unsigned long long least, unsigned long long most,
                              const std::string& variable = "") {
    return readUnsignedLong(least, most, variable);
  }
  template <typename A, typename B>
  long long readLong(A least, B most, const std::string& variable = "") {
    return readLong(static_cast<long long>(least), static_cast<long long>(most), variable);
  }
  int readInteger();
  int readInteger(int least, int most, const std::string& variable = "");
  int readInt() { return readInteger(); }
  int readInt(int least, int most, const std::string& variable = "") {
    return readInteger(least, most, variable);
  }
  double readReal();
  double readReal(double least, double most, const std::string& variable = "");
  double readDouble() { return readReal(); }
  double readDouble(double least, double most, const std::string& variable = "") {
    return readReal(least, most, variable);
  }
  double readStrictReal(double least, double most, int least_digits, int most_digits,
                        const std::string& variable = "");
  double readStrictDouble(double least, double most, int least_digits, int most_digits,
                          const std::string& variable = "") {
    return readStrictReal(least, most, least_digits, most_digits, variable);
  }

  // Several in a row, with a space between them where the stream is strict. `base` is the index in
  // messages of the first.
#define ASSAY_TESTLIB_MANY(Type, One, Many)                                                  \
  std::vector<Type> Many(int size, int base = 1) {                                           \
    return ReadMany<Type>(size, base, [&](int) { return One(); });                           \
  }                                                                                          \
  std::vector<Type> Many(int size, Type least, Type most, const std::string& variables = "", \
                         int base = 1) {                                                     \
    return ReadMany<Type>(size, base,                                                        \
                          [&](int i) { return One(least, most, Indexed(variables, i)); });   \
  }
  ASSAY_TESTLIB_MANY(int, readInteger, readIntegers)
  ASSAY_TESTLIB_MANY(int, readInteger, readInts)
  ASSAY_TESTLIB_MANY(long long, readLong, readLongs)
  ASSAY_TESTLIB_MANY(unsigned long long, readUnsignedLong, readUnsignedLongs)
  ASSAY_TESTLIB_MANY(double, readReal, readReals)
  ASSAY_TESTLIB_MANY(double, readReal, readDoubles)
#undef ASSAY_TESTLIB_MANY
  std::vector<double> readStrictReals(int size, double least, double most, int least_digits,
                                      int most_digits, const std::string& variables = "",
                                      int base = 1) {
    return ReadMany<double>(size, base, [&](int i) {
      return readStrictReal(least, most, least_digits, most_digits, Indexed(variables, i));
    });
  }
  std::vector<double> readStrictDoubles(int size, double least, double most, int least_digits,
                                        int most_digits, const std::string& variables = "",
                                        int base = 1) {
    return readStrictReals(size, least, most, least_digits, most_digits, variables, base);
  }
  std::vector<std::string> readWords(int size, int base = 1) {
    return ReadMany<std::string>(size, base, [&](int) { return readWord(); });
  }
  std::vector<std::string> readWords(int size, const pattern& p, const std::string& variables = "",
                                     int base = 1) {
    return ReadMany<std::string>(size, base,
                                 [&](int i) { return readWord(p, Indexed(variables, i)); });
  }
  std::vector<std::string> readWords(int size, const std::string& p,
                                     const std::string& variables = "", int base = 1) {
    return readWords(size, pattern(p), variables, base);
  }
  std::vector<std::string> readWords(int size, const char* p, const std::string& variables = "",
                                     int base = 1) {
    return readWords(size, pattern(p), variables, base);
  }
  template <typename... A>
  std::vector<std::string> readTokens(int size, const A&... a) {
    return readWords(size, a...);
  }
  std::vector<std::string> readLines(int size, int = 1) {
    std::vector<std::string> result;
    for (int i = 0; i < size; ++i) result.push_back(readLine());
    return result;
  }
  std::vector<std::string> readLines(int size, const pattern& p, const std::string& variables = "",
                                     int base = 1) {
    std::vector<std::string> result;
    for (int i = 0; i < size; ++i) result.push_back(readLine(p, Indexed(variables, base + i)));
    return result;
  }
  std::vector<std::string> readLines(int size, const std::string& p,
                                     const std::string& variables = "", int base = 1) {
    return readLines(size, pattern(p), variables, base);
  }
  std::vector<std::string> readLines(int size, const char* p, const std::string& variables = "",
                                     int base = 1) {
    return readLines(size, pattern(p), variables, base);
  }
  template <typename... A>
  std::vector<std::string> readStrings(int size, const A&... a) {
    return readLines(size, a...);
  }

  // The end of the judging.
  NORETURN void quit(TResult result, const char* message);
  NORETURN void quit(TResult result, const std::string& message) {
    quit(result, message.c_str());
  }
  NORETURN void quits(TResult result, const std::string& message) {
    quit(result, message);
  }
  ASSAY_TESTLIB_PRINTF(3, 4) NORETURN void quitf(TResult result, const char* text, ...) {
    ASSAY_TESTLIB_FORMAT(message, text)
    quit(result, message);
  }
  ASSAY_TESTLIB_PRINTF(4, 5) void quitif(bool condition, TResult result, const char* text, ...) {
    if (!condition) return;
    ASSAY_TESTLIB_FORMAT(message, text)
    quit(result, message);
  }
  ASSAY_TESTLIB_PRINTF(3, 4) void ensuref(bool condition, const char* text, ...) {
    if (condition) return;
    ASSAY_TESTLIB_FORMAT(message, text)
    quit(_wa, message);
  }
  void __testlib_ensure(bool condition, const std::string& message) {
    if (!condition) quit(_wa, message);
  }

  std::string name;
  TMode mode = _input;
  bool opened = false;
  // Of validators: nothing is skipped, what is read must stand there exactly so.
  bool strict = false;
  bool stdfile = false;
  size_t wordReserveSize = 256;
  int readManyIteration = -1;

 private:
  static char Character(int c) {
    return c < 0 ? static_cast<char>(EOFC) : static_cast<char>(c);
  }
  static std::string Indexed(const std::string& name, int index) {
    return name.empty() ? name : name + "[" + vtos(index) + "]";
  }
  template <typename T, typename One>
  std::vector<T> ReadMany(int size, int base, One one) {
    if (size < 0) quit(_fail, "a negative number of values was to be read");
    std::vector<T> result;
    for (int i = 0; i < size; ++i) {
      readManyIteration = base + i;
      result.push_back(one(base + i));
      if (strict && i + 1 < size) readSpace();
    }
    readManyIteration = -1;
    return result;
  }
  std::string Called(const std::string& variable, const char* kind) const {
    if (!variable.empty()) return std::string(kind) + " parameter [name=" + variable + "]";
    if (readManyIteration >= 0)
      return std::string(kind) + " element [index=" + vtos(readManyIteration) + "]";
    return kind;
  }
  template <typename T>
  void CheckRange(T value, T least, T most, const std::string& variable, const char* kind) {
    if (least <= value && value <= most) return;
    std::ostringstream message;
    message << Called(variable, kind) << " equals to " << value << ", violates the range [" << least
            << ", " << most << "]";
    quit(_wa, message.str());
  }
  void CheckPattern(const std::string& text, const pattern& p, const std::string& variable,
                    const char* kind) {
    if (p.matches(text)) return;
    quit(_wa, Called(variable, kind) + " \"" + compress(text) +
                  "\" doesn't correspond to pattern \"" + compress(p.src()) + "\"");
  }
  void SkipByteOrderMark();

  std::shared_ptr<testlib_impl::Source> source_;
  int test_case_ = 0;
  std::string path_;
};

static InStream inf;
static InStream ouf;
static InStream ans;
static std::fstream tout;
static TTestlibMode testlibMode = _unknown;
static bool appesMode = false;
static std::string resultName;
static std::string checkerName = "untitled checker";
static double __testlib_points = 0;
static bool testlib_strict_answer = false;
