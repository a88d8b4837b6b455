#pragma once
// Counting: a scalar that records the operations applied to it. It has the interface of core/scalar.hpp, so
// every kernel runs on it, with the same numbers as on a double.
//
// Kernels are written for readability and repeat subexpressions; compilers eliminate these. The count is
// therefore what remains after common subexpressions of the whole run, and operations without effect on a
// result, are removed: a lower bound for these formulas.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/scalar.hpp"

namespace hilspace::counting {

/// Kinds of operations. Changes of sign and the logic of masks are one instruction each, like the others.
enum Kind : std::uint32_t {
  kGiven,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRoot,
  kCompare,
  kSelect,
  kLogic,
  kKinds
};
using Id = std::uint32_t;

/// An operation on earlier results.
struct Operation {
  Kind kind;
  std::array<Id, 3> of;
  friend bool operator==(const Operation&, const Operation&) = default;
};
struct Hash {
  std::size_t operator()(const Operation& it) const {
    std::uint64_t h = it.kind;
    for (const Id id : it.of) h = (h ^ id) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    return h;
  }
};

/// All operations of a run.
class Record {
 public:
  Id add(Kind kind, Id a, Id b = 0, Id c = 0) {
    const Operation operation{kind, {a, b, c}};
    const auto [place, is_new] = known_.try_emplace(operation, static_cast<Id>(done_.size()));
    if (is_new) done_.push_back(operation);
    return place->second;
  }
  /// An external number: identical bits are the same number.
  Id given(double x) {
    const auto bits = __builtin_bit_cast(std::uint64_t, x);
    return add(kGiven, static_cast<Id>(bits), static_cast<Id>(bits >> 32));
  }
  void need(Id id) { needed_.push_back(id); }

  /// Number of operations needed of each kind.
  std::array<std::uint64_t, kKinds> count() const {
    std::array<std::uint64_t, kKinds> counts{};
    std::vector<bool> seen(done_.size());
    std::vector<Id> open = needed_;
    while (!open.empty()) {
      const Id id = open.back();
      open.pop_back();
      if (seen[id]) continue;
      seen[id] = true;
      const Operation& operation = done_[id];
      ++counts[operation.kind];
      if (operation.kind == kGiven) continue;
      const std::size_t operands = operation.kind == kRoot ? 1 : operation.kind == kSelect ? 3 : 2;
      open.insert(open.end(), operation.of.begin(), operation.of.begin() + operands);
    }
    return counts;
  }

 private:
  std::vector<Operation> done_;
  std::unordered_map<Operation, Id, Hash> known_;
  std::vector<Id> needed_;
};
inline Record* record = nullptr;  // of the current run

// Distinguishes the operations within a kind, as their third operand.
enum Which : Id { kLess, kLessEqual, kEqual, kAnd, kOr, kNot, kNegate, kMagnitude };

struct Flag {
  bool value = false;
  Id id = record->given(0.0);

  Flag() = default;
  explicit Flag(bool v) : value(v), id(record->given(v ? 1.0 : 0.0)) {}
  Flag(bool v, Id of) : value(v), id(of) {}
  friend Flag operator&&(Flag a, Flag b) {
    return {a.value && b.value, record->add(kLogic, a.id, b.id, kAnd)};
  }
  friend Flag operator||(Flag a, Flag b) {
    return {a.value || b.value, record->add(kLogic, a.id, b.id, kOr)};
  }
  friend Flag operator!(Flag a) { return {!a.value, record->add(kLogic, a.id, a.id, kNot)}; }
};

struct Counting {
  double value = 0.0;
  Id id = record->given(0.0);

  Counting() = default;
  explicit Counting(double v) : value(v), id(record->given(v)) {}
  Counting(double v, Id of) : value(v), id(of) {}
  friend Counting operator+(Counting a, Counting b) {
    return {a.value + b.value, record->add(kAdd, a.id, b.id)};
  }
  friend Counting operator-(Counting a, Counting b) {
    return {a.value - b.value, record->add(kSubtract, a.id, b.id)};
  }
  friend Counting operator*(Counting a, Counting b) {
    return {a.value * b.value, record->add(kMultiply, a.id, b.id)};
  }
  friend Counting operator/(Counting a, Counting b) {
    return {a.value / b.value, record->add(kDivide, a.id, b.id)};
  }
  friend Counting operator-(Counting a) { return {-a.value, record->add(kLogic, a.id, a.id, kNegate)}; }
  friend Counting magnitude(Counting a) {
    return {a.value < 0.0 ? -a.value : a.value, record->add(kLogic, a.id, a.id, kMagnitude)};
  }
  friend Flag operator<(Counting a, Counting b) {
    return {a.value < b.value, record->add(kCompare, a.id, b.id, kLess)};
  }
  friend Flag operator<=(Counting a, Counting b) {
    return {a.value <= b.value, record->add(kCompare, a.id, b.id, kLessEqual)};
  }
  friend Flag operator>(Counting a, Counting b) { return b < a; }
  friend Flag operator>=(Counting a, Counting b) { return b <= a; }
  friend Flag operator==(Counting a, Counting b) {
    return {a.value == b.value, record->add(kCompare, a.id, b.id, kEqual)};
  }
};

/// Both sides are evaluated, as in lanes.
inline Counting select(Flag flag, Counting yes, Counting no) {
  if (yes.id == no.id) return yes;
  return {flag.value ? yes.value : no.value, record->add(kSelect, flag.id, yes.id, no.id)};
}
inline Flag select(Flag flag, Flag yes, Flag no) {
  if (yes.id == no.id) return yes;
  return {flag.value ? yes.value : no.value, record->add(kSelect, flag.id, yes.id, no.id)};
}
/// A value on which the program branches is needed.
inline bool any(Flag flag) {
  record->need(flag.id);
  return flag.value;
}
inline Counting square_root(Counting x) { return {__builtin_sqrt(x.value), record->add(kRoot, x.id)}; }

/// Counted as one product: some sixty operations in lanes, once per scenario.
inline Counting power(Counting x, Counting y) {
  return {__builtin_pow(x.value, y.value), record->add(kMultiply, x.id, y.id)};
}

inline double lane(Counting x, int) { return x.value; }
inline bool lane(Flag x, int) { return x.value; }
inline void set_lane(Counting& x, int, double value) { x = Counting(value); }
inline void set_lane(Flag& x, int, bool value) { x = Flag(value); }

}  // namespace hilspace::counting

template <>
struct hilspace::MaskOf<hilspace::counting::Counting> {
  using type = hilspace::counting::Flag;
};
