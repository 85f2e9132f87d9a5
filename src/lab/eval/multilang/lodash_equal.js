// The one function of lodash that MBXP's tests call: equality of values in depth, with 0 equal to -0
// and NaN to itself, of one kind and one constructor.
"use strict";

function kindOf(value) {
  return Object.prototype.toString.call(value);
}

function sameEntries(a, b, pairs) {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.prototype.hasOwnProperty.call(b, key) && same(a[key], b[key], pairs));
}

function same(a, b, pairs) {
  if (a === b || (a !== a && b !== b)) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (kindOf(a) !== kindOf(b)) return false;
  if (pairs.get(a) === b) return true; // a cycle on both sides
  pairs.set(a, b);
  switch (kindOf(a)) {
    case "[object Array]":
      return a.length === b.length && a.every((item, i) => same(item, b[i], pairs));
    case "[object Map]":
      return a.size === b.size &&
        [...a].every(([key, value]) => b.has(key) && same(value, b.get(key), pairs));
    case "[object Set]":
      return a.size === b.size &&
        [...a].every((item) => b.has(item) || [...b].some((other) => same(item, other, pairs)));
    case "[object Date]":
    case "[object Number]":
    case "[object Boolean]":
      return same(+a, +b, pairs);
    case "[object String]":
    case "[object RegExp]":
      return String(a) === String(b);
    default:
      return a.constructor === b.constructor && sameEntries(a, b, pairs);
  }
}

exports.isEqual = (a, b) => same(a, b, new Map());
