// Owners for FLINT and Arb values, so that every path releases them. Values; not thread-safe.
#pragma once

#if __has_include(<flint/acb.h>)
#include <flint/acb.h>
#include <flint/arb.h>
#else
#include <acb.h>
#include <arb.h>
#endif
#include <flint/fmpq.h>
#include <flint/fmpz.h>

#include <string>
#include <utility>

namespace assay::math {

class Fmpz {
 public:
  Fmpz() { fmpz_init(value_); }
  Fmpz(const Fmpz& other) { fmpz_init_set(value_, other.value_); }
  Fmpz(Fmpz&& other) noexcept : Fmpz() { fmpz_swap(value_, other.value_); }
  Fmpz& operator=(const Fmpz& other) {
    fmpz_set(value_, other.value_);
    return *this;
  }
  ~Fmpz() { fmpz_clear(value_); }
  operator fmpz*() { return value_; }              // NOLINT: decays as fmpz_t does
  operator const fmpz*() const { return value_; }  // NOLINT

 private:
  fmpz_t value_;
};

class Fmpq {
 public:
  Fmpq() { fmpq_init(value_); }
  Fmpq(const Fmpq& other) : Fmpq() { fmpq_set(value_, other.value_); }
  Fmpq(Fmpq&& other) noexcept : Fmpq() { fmpq_swap(value_, other.value_); }
  Fmpq& operator=(const Fmpq& other) {
    fmpq_set(value_, other.value_);
    return *this;
  }
  ~Fmpq() { fmpq_clear(value_); }
  operator fmpq*() { return value_; }              // NOLINT
  operator const fmpq*() const { return value_; }  // NOLINT
  fmpz* num() { return fmpq_numref(value_); }
  fmpz* den() { return fmpq_denref(value_); }
  const fmpz* num() const { return fmpq_numref(value_); }
  const fmpz* den() const { return fmpq_denref(value_); }
  bool is_integer() const { return fmpz_is_one(den()); }
  bool is_zero() const { return fmpq_is_zero(value_); }
  int sign() const { return fmpq_sgn(value_); }
  int64_t bits() const { return fmpz_bits(num()) + fmpz_bits(den()); }
  std::string ToString() const {
    char* text = fmpq_get_str(nullptr, 10, value_);
    std::string result(text);
    flint_free(text);
    return result;
  }

 private:
  fmpq_t value_;
};

class Acb {
 public:
  Acb() { acb_init(value_); }
  Acb(const Acb& other) : Acb() { acb_set(value_, other.value_); }
  Acb(Acb&& other) noexcept : Acb() { acb_swap(value_, other.value_); }
  Acb& operator=(const Acb& other) {
    acb_set(value_, other.value_);
    return *this;
  }
  ~Acb() { acb_clear(value_); }
  operator acb_ptr() { return value_; }           // NOLINT
  operator acb_srcptr() const { return value_; }  // NOLINT
  arb_ptr re() { return acb_realref(value_); }
  arb_ptr im() { return acb_imagref(value_); }
  arb_srcptr re() const { return acb_realref(value_); }
  arb_srcptr im() const { return acb_imagref(value_); }

 private:
  acb_t value_;
};

class Arb {
 public:
  Arb() { arb_init(value_); }
  Arb(const Arb& other) : Arb() { arb_set(value_, other.value_); }
  Arb& operator=(const Arb& other) {
    arb_set(value_, other.value_);
    return *this;
  }
  ~Arb() { arb_clear(value_); }
  operator arb_ptr() { return value_; }           // NOLINT
  operator arb_srcptr() const { return value_; }  // NOLINT

 private:
  arb_t value_;
};

}  // namespace assay::math
