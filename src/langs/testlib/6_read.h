// ---- reading -------------------------------------------------------------------------------

inline void InStream::init(std::string file_name, TMode stream_mode) {
  mode = stream_mode;
  path_ = file_name;
  name = mode == _input ? "inf" : mode == _output ? "ouf" : "ans";
  const int fd = ::open(file_name.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    const char* what = mode == _input ? "Input" : mode == _output ? "Output" : "Answer";
    quit(mode == _output ? _pe : _fail,
         std::string(what) + " file not found: \"" + file_name + "\"");
  }
  source_ = std::make_shared<testlib_impl::Source>(fd);
  opened = true;
  if (mode == _output) SkipByteOrderMark();
}

inline void InStream::init(std::FILE* file, TMode stream_mode) {
  mode = stream_mode;
  name = mode == _input ? "inf" : mode == _output ? "ouf" : "ans";
  stdfile = true;
  source_ = std::make_shared<testlib_impl::Source>(::fileno(file));
  opened = true;
  // A pipe is not waited on before something is asked of it.
}

inline void InStream::reset(std::FILE* file) {
  if (file != nullptr) {
    init(file, mode);
  } else if (!path_.empty()) {
    init(path_, mode);
  } else {
    quit(_fail, "a standard stream can't be read again");
  }
}

inline void InStream::SkipByteOrderMark() {
  const int mark[] = {0xef, 0xbb, 0xbf};
  for (int i = 0; i < 3; ++i) {
    if (source_->Peek() == mark[i]) {
      source_->Take();
      continue;
    }
    while (i-- > 0) source_->GiveBack(mark[i]);
    return;
  }
}

inline char InStream::readChar() {
  const int c = source_->Take();
  if (c < 0) quit(_unexpected_eof, "Unexpected end of file - character expected");
  return static_cast<char>(c);
}
inline char InStream::readChar(char wanted) {
  const int c = source_->Take();
  if (c >= 0 && static_cast<char>(c) == wanted) return wanted;
  source_->GiveBack(c);
  const int code = static_cast<unsigned char>(wanted);
  if (c < 0) quit(_unexpected_eof, format("Unexpected end of file - character #%d expected", code));
  quit(_pe, format("Unexpected character #%d, but #%d expected", c, code));
}

inline void InStream::skipBlanks() {
  for (int c = source_->Peek(); c >= 0 && isBlanks(static_cast<char>(c)); c = source_->Peek()) {
    source_->Take();
  }
}
inline bool InStream::seekEof() {
  if (!source_) return true;
  skipBlanks();
  return eof();
}
inline bool InStream::eoln() {
  const int c = source_->Peek();
  if (c < 0) return !strict;
  if (c == '\n') {
    source_->Take();
    return true;
  }
  if (c != '\r' || strict) return false;
  source_->Take();
  if (source_->Peek() == '\n') {
    source_->Take();
    return true;
  }
  source_->GiveBack('\r');
  return false;
}
inline bool InStream::seekEoln() {
  while (source_->Peek() == ' ' || source_->Peek() == '\t') source_->Take();
  return eoln();
}
inline void InStream::readEoln() {
  if (!eoln()) quit(_pe, "Expected EOLN");
}
inline void InStream::readEof() {
  if (!eof()) quit(_pe, "Expected EOF");
  if (this == &inf) testlib_impl::Shared().read_eof = true;
}

inline void InStream::readWordTo(std::string& result) {
  if (!strict) skipBlanks();
  int c = source_->Take();
  if (c < 0) quit(_unexpected_eof, "Unexpected end of file - token expected");
  if (isBlanks(static_cast<char>(c))) quit(_pe, "Unexpected white-space - token expected");
  result.clear();
  while (c >= 0 && !isBlanks(static_cast<char>(c))) {
    result += static_cast<char>(c);
    c = source_->Take();
  }
  source_->GiveBack(c);
}
inline void InStream::readWordTo(std::string& result, const pattern& p,
                                 const std::string& variable) {
  readWordTo(result);
  CheckPattern(result, p, variable, "Token");
}

inline void InStream::readLineTo(std::string& result) {
  result.clear();
  int c = source_->Take();
  for (; c >= 0 && c != '\n'; c = source_->Take()) {
    // A carriage return that ends no line is dropped; before the end it reads as the end's own
    // code.
    if (c == '\r') {
      c = source_->Take();
      if (c == '\n') break;
    }
    result += Character(c);
  }
  if (strict && c < 0) quit(_pe, "Expected line");
}
inline void InStream::readLineTo(std::string& result, const pattern& p,
                                 const std::string& variable) {
  readLineTo(result);
  CheckPattern(result, p, variable, "Line");
}

namespace testlib_impl {

// A number is the whole word: what a C string ends with would hide the rest of it.
inline const char* WholeNumber(InStream& in, const std::string& text, const char* kind) {
  if (text.find('\0') != std::string::npos) {
    in.quit(_pe, std::string("Expected ") + kind + ", but a word with a zero byte found");
  }
  return text.c_str();
}

// Digits without superfluous zeros, with a sign if `is_signed`; nothing else is an integer.
inline bool IsInteger(const std::string& text, bool is_signed) {
  const bool minus = is_signed && !text.empty() && text[0] == '-';
  const std::string digits = text.substr(minus ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return false;
  if (digits[0] == '0') return digits.size() == 1 && !minus;
  return true;
}

}  // namespace testlib_impl

inline long long stringToLongLong(InStream& in, const char* text) {
  errno = 0;
  const long long value = std::strtoll(text, nullptr, 10);
  if (!testlib_impl::IsInteger(text, true) || errno == ERANGE) {
    in.quit(_pe, std::string("Expected int64, but \"") + compress(text) + "\" found");
  }
  return value;
}
inline long long stringToLongLong(InStream& in, const std::string& text) {
  return stringToLongLong(in, testlib_impl::WholeNumber(in, text, "int64"));
}
inline unsigned long long stringToUnsignedLongLong(InStream& in, const char* text) {
  errno = 0;
  const unsigned long long value = std::strtoull(text, nullptr, 10);
  if (!testlib_impl::IsInteger(text, false) || errno == ERANGE) {
    in.quit(_pe, std::string("Expected unsigned int64, but \"") + compress(text) + "\" found");
  }
  return value;
}
inline unsigned long long stringToUnsignedLongLong(InStream& in, const std::string& text) {
  return stringToUnsignedLongLong(in, testlib_impl::WholeNumber(in, text, "unsigned int64"));
}
inline int stringToInt(InStream& in, const char* text) {
  errno = 0;
  const long long value = std::strtoll(text, nullptr, 10);
  if (!testlib_impl::IsInteger(text, true) || errno == ERANGE || value < INT_MIN ||
      value > INT_MAX) {
    in.quit(_pe, std::string("Expected int32, but \"") + compress(text) + "\" found");
  }
  return static_cast<int>(value);
}
inline int stringToInt(InStream& in, const std::string& text) {
  return stringToInt(in, testlib_impl::WholeNumber(in, text, "int32"));
}
inline double stringToDouble(InStream& in, const char* text) {
  // Decimals only: strtod would take hexadecimal, infinities and NaN, too.
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (*text == '\0' || *end != '\0' || text[std::strspn(text, "0123456789.eE+-")] != '\0') {
    in.quit(_pe, std::string("Expected double, but \"") + compress(text) + "\" found");
  }
  return value;
}
inline double stringToDouble(InStream& in, const std::string& text) {
  return stringToDouble(in, testlib_impl::WholeNumber(in, text, "double"));
}
// Digits with a bounded number of them behind the point; no exponent.
inline double stringToStrictDouble(InStream& in, const char* text, int least_digits,
                                   int most_digits) {
  const std::string number = text;
  const size_t start = !number.empty() && number[0] == '-' ? 1 : 0;
  const size_t point = number.find('.');
  const std::string whole =
      number.substr(start, point == std::string::npos ? point : point - start);
  const std::string part = point == std::string::npos ? "" : number.substr(point + 1);
  const bool digits = part.find_first_not_of("0123456789") == std::string::npos;
  const int count = static_cast<int>(part.size());
  if (!testlib_impl::IsInteger(whole, false) || !digits || count < least_digits ||
      count > most_digits || (point != std::string::npos && part.empty())) {
    in.quit(_pe, "Expected strict double with " + vtos(least_digits) + " to " + vtos(most_digits) +
                     " digits after the point, but \"" + compress(number) + "\" found");
  }
  return std::strtod(text, nullptr);
}

inline double stringToStrictDouble(InStream& in, const std::string& text, int least_digits,
                                   int most_digits) {
  return stringToStrictDouble(in, testlib_impl::WholeNumber(in, text, "strict double"),
                              least_digits, most_digits);
}

inline long long InStream::readLong() {
  return stringToLongLong(*this, readWord());
}
inline long long InStream::readLong(long long least, long long most, const std::string& variable) {
  const long long value = readLong();
  CheckRange(value, least, most, variable, "Integer");
  return value;
}
inline unsigned long long InStream::readUnsignedLong() {
  return stringToUnsignedLongLong(*this, readWord());
}
inline unsigned long long InStream::readUnsignedLong(unsigned long long least,
                                                     unsigned long long most,
                                                     const std::string& variable) {
  const unsigned long long value = readUnsignedLong();
  CheckRange(value, least, most, variable, "Unsigned integer");
  return value;
}
inline int InStream::readInteger() {
  return stringToInt(*this, readWord());
}
inline int InStream::readInteger(int least, int most, const std::string& variable) {
  const int value = readInteger();
  CheckRange(value, least, most, variable, "Integer");
  return value;
}
inline double InStream::readReal() {
  return stringToDouble(*this, readWord());
}
inline double InStream::readReal(double least, double most, const std::string& variable) {
  const double value = readReal();
  CheckRange(value, least, most, variable, "Double");
  return value;
}
inline double InStream::readStrictReal(double least, double most, int least_digits, int most_digits,
                                       const std::string& variable) {
  const double value = stringToStrictDouble(*this, readWord(), least_digits, most_digits);
  CheckRange(value, least, most, variable, "Strict double");
  return value;
}
