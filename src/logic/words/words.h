// Puzzles of letters, brackets and words: six kinds.
//
// In every answer white space, commas and quotes mean nothing beyond parting words; the case of
// letters means nothing.
#pragma once

#include "logic/model/kind.h"

namespace assay::logic {

// Encrypt or decrypt a text by one to four ciphers in turn, each explained.
// Facts: "task": "encrypt" or "decrypt"; "text": 1 to 200 letters A to Z; "methods": 1 to 4 of
// "affine" "atbash" "autokey" "caesar" "columnar" "keyword" "rail_fence" "vigenere", in the order
// in which one encrypts; "keys": one for each, see cipher_steps.h.
// Answer: the letters. One is right.
const Kind& Cipher();

// Close all brackets of a beginning, with no bracket more than needed.
// Facts: "prefix": 1 to 400 of ()[]{}<>, some open at its end, none closed wrongly.
// Answer: the brackets to add; the whole sequence is taken, too. One is right.
const Kind& DyckLanguage();

// The place, from 1, of the first bracket that closes nothing or another than the last open one;
// when there is none but some stay open, one more than the length; else -1.
// Facts: "sequence": 1 to 400 of ()[]{}<>. Answer: the number. One is right.
const Kind& DyckErrors();

// Sort words by an alphabet's order of letters; what another begins with is less than it.
// Facts: "words": 2 to 64 of 1 to 20 letters a to z; "alphabet": the 26 letters in some order;
// "order": "ascending" or "descending". Answer: the words. One is right.
const Kind& WordSorting();

// The first wrong step of a sorting that is written down, list by list.
// Facts: "words": 2 to 24 different ones; "alphabet", "order": as above; "method": "insertion",
// "selection" or "bubble" (see its prompt); "steps": 1 to 24 lists, each a string with spaces
// between words; fewer than words. Answer: the step's number, from 1, or "none". One is right.
const Kind& WordSortingMistake();

// Place words in the open cells of a crossword so that crossings agree.
// Facts: "grid": rows of "." (open) and "#", up to 20 rows and columns; "across", "down": 1 to 48
// words of 2 to 20 letters a to z. Their lengths are those of the runs of two or more open cells
// in rows and in columns; every open cell is in such a run.
// Answer: the grid with a letter for each open cell. Several answers may be right.
const Kind& Wordscapes();

}  // namespace assay::logic
