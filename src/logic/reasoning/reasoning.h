// Puzzles of statements, tables and times: five kinds.
//
// In every answer white space, commas, quotes and brackets mean nothing beyond parting words and
// lines; the case of letters means nothing.
#pragma once

#include "logic/model/kind.h"

namespace assay::logic {

// Which of several logical expressions are true.
// Facts: "names": 1 to 8 different ones of 1 to 8 letters a to z, none a word of expressions;
// "values": for each a whole number from -999 to 999; "options": 1 to 12 expressions of at most
// 1000 bytes, see boolean_reader.h.
// Answer: the letters of the true ones (A is the first), or "none". One set is right.
const Kind& BooleanExpressions();

// Truth-tellers, whose statements are all true, and liars, whose statements are all false: what are
// some of them?
// Facts: "people": 1 to 16 names; "statements": 1 to 48 rows of five numbers: who says it (-1: it
// is known), its form, and whom it is about, -1 where there is nobody. Forms: 0 tells the truth, 1
// lies, 2 the two are alike, 3 they aren't, 4 one of two at least tells the truth, 5 one of two at
// least lies, 6 exactly one of three tells the truth, 7 exactly two of three do, 8 if the first
// tells the truth, so does the second. Together they can be. "asked": 1 to 16 of the people.
// Answer: for each asked one, in that order, "yes" (tells the truth), "no" or "unknown" (both can
// be). What all possible worlds have in common is right, nothing else.
const Kind& WebOfLies();

// Houses in a row, people and things in them, and clues: who has what where?
// Facts: "houses": 2 to 7; "categories": 1 to 8 names; "values": category by category, as many as
// houses, different in a category; all of letters a to z. "clues": 1 to 100 rows of four numbers:
// form and operands, -1 where there is none. A value is category * houses + its place. Forms: 0
// value, house: it is there; 1 value, house: it isn't; 2 two values are in one house; 3 they
// aren't; 4 the first is directly left of the second; 5 next to each other; 6 the first somewhere
// left of the second; 7 exactly one house between them; 8 the first somewhere between the second
// and the third. Houses count from 1.
// Answer: a line for each house with its values in the categories' order. Every table that agrees
// with all clues is right; Make's has one.
const Kind& ZebraPuzzle();

// People exchange goods; who has what in the end?
// Facts: "people": 2 to 16 names; "goods": what each has at first, all different; both of letters a
// to z. "steps": 1 to 64 rows of five numbers, -1 where there is none: form and operands (p a
// person, g one of the goods). Forms: 0 p p exchange; 1 g g: whoever have them exchange; 2 p g: p
// exchanges with whoever has it; 3 p p p: the first gives what it has to the second, that to the
// third, that to the first, at once; 4 p g p p: if p has it, p exchanges with the next, else with
// the last. "asked": 1 to 16 of the people.
// Answer: a line "person: good" for each asked one, in any order. One assignment is right.
const Kind& GoodsExchange();

// Times of a day, one of two tasks. Facts have "task".
// "free_span": the longest span in which all people are free. "people": 1 to 10 names; "from",
// "to": the span that counts, minutes of the day; "ahead": by person, what its local time is ahead,
// from -720 to 720; "rest": by person, minutes after each appointment in which it isn't free, from
// 0 to 120; "busy": 1 to 64 rows of person and local begin and end, begin before end.
// Answer: "10:15-11:30". Every span of the greatest length is right; "none" when there is none.
// "schedule": events one after the other. "events": 2 to 10 names; "durations": 1 to 720 minutes;
// "earliest", "latest": when they may begin and must have ended, from 0 to 1440; "gap": minutes
// that must lie between two events, from 0 to 120; "before": pairs in one list, an event that must
// end before another begins, 0 to 64 numbers.
// Answer: a line "event 10:15", when it begins, for each. Every schedule that holds is right.
const Kind& TimeSequence();

}  // namespace assay::logic
