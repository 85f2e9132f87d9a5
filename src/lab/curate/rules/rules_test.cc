// Each rule with rows it objects to and rows, alike in words, to which it doesn't.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/curate/rules/brief.h"
#include "lab/curate/rules/choices.h"
#include "lab/curate/rules/figure.h"
#include "lab/curate/rules/language.h"
#include "lab/curate/rules/long_answer.h"
#include "lab/curate/rules/pattern.h"
#include "lab/curate/rules/proof.h"
#include "lab/curate/rules/special_judge.h"
#include "lab/curate/rules/sub_questions.h"

namespace assay::curate {
namespace {

std::string ReasonOf(const Objection& objection) {
  return objection ? objection->reason : "";
}

struct Case {
  std::string text;
  std::string reason;  // empty: no objection
};

TEST(SeveralQuestions, ObjectsToPartsThatAsk) {
  for (const Case& one : std::vector<Case>{
           {"Let $f(x) = x^2$.\n(a) Find $f(3)$.\n(b) Find $f'(3)$.", "parts"},
           {"A box holds 3 balls. a) How many are red? b) How many are blue?", "parts"},
           {"Consider the curve. (i) Determine its length. (ii) Compute its area.", "parts"},
           {"(1) Find the range of $a$; (2) Determine the minimum of $g$.", "parts"},
           {"1. Find x.\n2. Find y.", "parts"},
           {"Part 1: compute the sum. Part 2: compute the product.", "parts"},
           {"**(a)** What is $m$?\n**(b)** What is $n$?", "parts"},
           {"What is $m$? What is $n$?", "several question marks"},
           {"What is $P$? It can be written as $m/n$ in lowest terms. What is $m + n$?", ""},
           {"There are two rules.\n1. We write a number.\n2. If it is odd we show it.\nWho wins?",
            ""},
           {"Find $f(a) + f(b)$ where $f(x) = x$.", ""},
           {"Find all functions such that (i) $f$ is increasing; (ii) $f(0) = 0$.", ""},
           {"A sequence has these properties:\n1. it is increasing\n2. its sum is 10\nFind it.",
            ""},
           {"Using equations (1) and (2), find $x$.", ""},
           {"What is the sum of the roots of $x^2 - 3x + 2$?", ""},
       }) {
    EXPECT_EQ(ReasonOf(SeveralQuestions(one.text)), one.reason) << one.text;
  }
}

TEST(ChoiceQuestion, ObjectsToOptionsAndWordsThatOfferThem) {
  for (const Case& one : std::vector<Case>{
           {"What is 2+2?\n(A) 3 (B) 4 (C) 5 (D) 6", "options"},
           {"$\\textbf{(A)}\\ 1\\qquad\\textbf{(B)}\\ 2\\qquad\\textbf{(C)}\\ 3$", "options"},
           {"The sum is\nA. 3\nB. 4\nC. 5\nD. 6", "options"},
           {"The sum is ( ) A. 3 B. 4 C. 5 D. 6", "options"},
           {"Which of the following numbers is prime?", "asks for a choice"},
           {"Choose the correct value of x.", "asks for a choice"},
           {"True or false: every prime is odd.", "true or false"},
           {"Is the statement true for all n?", "true or false"},
           {"Given $P(A) = 0.1$, $P(B) = 0.2$ and $P(C) = 0.3$, find $P(A \\cup B)$.", ""},
           {"Triangle ABC has vertices A, B and C. Find the angle at A.", ""},
           {"A line passes through A. It meets the circle in B. Find AB.", ""},
           {"Find the true value of x.", ""},
       }) {
    EXPECT_EQ(ReasonOf(ChoiceQuestion(one.text, "4")), one.reason) << one.text;
  }
}

TEST(ChoiceQuestion, ObjectsToAnswersThatAreOptions) {
  for (const Case& one : std::vector<Case>{
           {"B", "the answer is an option"},
           {"(C)", "the answer is an option"},
           {"$\\text{(D)}$", "the answer is an option"},
           {"\\textbf{(E)}", "the answer is an option"},
           {"True", "the answer is true or false"},
           {"\\text{Yes}", "the answer is true or false"},
           {"b", ""},
           {"F", ""},
           {"12", ""},
           {"(A, B)", ""},
           {"", ""},
       }) {
    EXPECT_EQ(ReasonOf(ChoiceQuestion("Find it.", one.text)), one.reason) << one.text;
  }
}

TEST(LongAnswer, ObjectsToWhatNoRuleCompares) {
  const AnswerBounds bounds{.most_characters = 40, .most_words = 3};
  for (const Case& one : std::vector<Case>{
           {std::string(41, '7'), "too long"},
           {"$" + std::string(40, '7') + "$", ""},
           {"\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0"
            "\u03C0"
            "\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0\u03C0"
            "\u03C0",
            ""},
           {"\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}", "a LaTeX environment"},
           {"all of the odd numbers", "prose"},
           {"\\frac{\\sqrt{\\pi}}{\\sin\\alpha\\cos\\beta}", ""},
           {"3 square units", ""},
           {"", ""},
       }) {
    EXPECT_EQ(ReasonOf(LongAnswer(one.text, bounds)), one.reason) << one.text;
  }
}

TEST(ProofQuestion, ObjectsToDemandsForProofsOnly) {
  const std::string asks = "asks for a proof";
  for (const Case& one : std::vector<Case>{
           {"Prove that $n^2 \\ge n$.", asks},
           {"Find $x$ and show that it is unique.", asks},
           {"Prove or disprove: all are even.", asks},
           {"Give a proof of the identity.", asks},
           {"Demonstrate that the sum is odd.", asks},
           {"It can be shown that $m + n$ is prime. Find it.", ""},
           {"It was proved by Gauss. Find the next one.", ""},
           {"A report card needs to show that he had 80 or more. What is missing?", ""},
           {"A TV show has 3 hosts. How many pairs are there?", ""},
           {"Improve the bound and find $c$.", ""},
       }) {
    EXPECT_EQ(ReasonOf(ProofQuestion(one.text)), one.reason) << one.text;
  }
}

TEST(NotEnglish, ObjectsToOtherScriptsAndLanguages) {
  for (const Case& one : std::vector<Case>{
           {"\u5DF2\u77E5\u51FD\u6570 $f(x)=x^2$, \u6C42 $f(3)$", "another script"},
           {"\u041D\u0430\u0439\u0434\u0438\u0442\u0435 \u0447\u0438\u0441\u043B\u043E $n$.",
            "another script"},
           {"Sea $n$ un n\u00FAmero entero que es primo. \u00BFCu\u00E1l es el valor de n?",
            "another language"},
           {"Soit $f$ une fonction. Quel est le nombre de racines dans les r\u00E9els pour $f$?",
            "another language"},
           {"Wie viele Zahlen gibt es, die durch 3 und 5 teilbar sind, und wie ist das Produkt?",
            "another language"},
           {"Let $\\alpha, \u03B2, \u03B3$ be the angles \u2220ABC of a triangle. Find \u2211 "
            "\u03B1.",
            ""},
           {"Ren\u00E9 and Zo\u00EB share 3 cr\u00EApes at a caf\u00E9. How many does each have?",
            ""},
           {"Find $\\int_0^1 x^2\\,dx$.", ""},
           {"El Ni\u00F1o is a pattern of the climate that was given this name in Peru. Find the "
            "mean.",
            ""},
           {"A sign says \u5317\u4EAC. How many strokes are in it? It is read by many people.", ""},
           {"", ""},
       }) {
    EXPECT_EQ(ReasonOf(NotEnglish(one.text)), one.reason) << one.text;
  }
}

TEST(RefersToFigure, ObjectsToWhatNeedsAPicture) {
  for (const Case& one : std::vector<Case>{
           {"Find $x$. ![](https://example.org/a)", "a picture"},
           {"[asy] draw((0,0)--(1,1)); [/asy] Find the area.", "a picture"},
           {"\\includegraphics{a} Find it.", "a picture"},
           {"<img src='x'> Find it.", "a picture"},
           {"In the figure, $AB = 3$. Find $BC$.", "points to a picture"},
           {"As shown below, the square is cut. Find its area.", "points to a picture"},
           {"The diagram shows a circle. Find its radius.", "points to a picture"},
           {"See Figure 2. Find the angle.", "points to a picture"},
           {"The graph shown has 5 edges. Find its degree.", "points to a picture"},
           {"A graph has 5 vertices. How many edges can it have?", ""},
           {"She has 3 shelves of picture books and 2 sheets of drawing paper. How many?", ""},
           {"What is the perimeter of the picture frame?", ""},
           {"A picture frame is 3 by 4. Find its area.", ""},
           {"Find the three-figure number.", ""},
           {"How many plane figures have this symmetry?", ""},
       }) {
    EXPECT_EQ(ReasonOf(RefersToFigure(one.text)), one.reason) << one.text;
  }
}

TEST(BriefPrompt, CountsWordsOfFormulas) {
  EXPECT_EQ(ReasonOf(BriefPrompt("Find it.", 5)), "too brief");
  EXPECT_EQ(ReasonOf(BriefPrompt("", 1)), "too brief");
  EXPECT_EQ(ReasonOf(BriefPrompt("Compute $\\int_0^1 x\\,dx$.", 5)), "");
  EXPECT_EQ(ReasonOf(BriefPrompt("a b c d e", 5)), "");
  EXPECT_EQ(ReasonOf(BriefPrompt("a b c d", 5)), "too brief");
}

TEST(NeedsSpecialJudge, ObjectsToSeveralAnswersAndConversations) {
  for (const Case& one : std::vector<Case>{
           {"This is an interactive problem. Guess the number.", "interactive"},
           {"After each query flush the output.", "interactive"},
           {"If there are multiple answers, print any of them.", "several answers"},
           {"If there are several solutions, output any.", "several answers"},
           {"You can return the answer in any order.", "several answers"},
           {"Any valid answer will be accepted.", "several answers"},
           {"Print the sum. It is an interaction of waves.", ""},
           {"Print the answer with an absolute error of at most 1e-6.", ""},
           {"If there are multiple answers, print the smallest.", ""},
           {"If there are several ways, tell one.", "several answers"},
           {"Print the number of ways.", ""},
       }) {
    EXPECT_EQ(ReasonOf(NeedsSpecialJudge(one.text)), one.reason) << one.text;
  }
}

TEST(Pattern, ShowsTheMatchInItsSurroundings) {
  const Pattern pattern("needle");
  const std::string before(100, 'a');
  EXPECT_EQ(pattern.FindInContext(before + "\nNeedle\n" + before),
            std::string(29, 'a') + " Needle " + std::string(29, 'a'));
  EXPECT_EQ(pattern.FindInContext("needle"), "needle");
  EXPECT_FALSE(pattern.FindInContext("hay"));
  // Characters stay whole.
  std::string wide;
  for (int i = 0; i < 20; ++i) wide += "\u4E2D";
  EXPECT_EQ(pattern.FindInContext("x" + wide + "needle")->front(), '\xE4');
}

}  // namespace
}  // namespace assay::curate
