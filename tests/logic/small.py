"""Small puzzles, of which all answers can be tried: (kind, facts, how many different ones of spaces.py are right).

The counts were found by hand, by a symmetry of the puzzle, or by the oracle and then looked at.
"""

MOST = 70_000
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
NO_CLUES = {"top": [0, 0, 0], "bottom": [0, 0, 0], "left": [0, 0, 0], "right": [0, 0, 0]}
CASES = [
    ("arrow_maze", {"grid": [[0, 0, 2], [2, 0, 0]]}, 3),
    ("arrow_maze", {"grid": [[0, 1, 0]]}, 0),  # two arrows, of which one number has one
    ("arrow_maze", {"grid": [[0, 2, 0]]}, 1),
    ("calcudoku", {"cages": [[0, 0, 1], [2, 2, 1], [3, 3, 3]], "ops": ["-", "+", "-", "*"],
                   "targets": [1, 4, 1, 6]}, 4),
    ("calcudoku", {"cages": [[0, 0], [1, 1]], "ops": ["-", "/"], "targets": [1, 2]}, 2),
    ("campsite", {"trees": ["....", ".TT.", "...."], "rows": [1, 0, 1], "columns": [0, 1, 1, 0]}, 2),
    ("campsite", {"trees": ["...", ".T.", "..."], "rows": [0, 1, 0], "columns": [0, 0, 1]}, 1),
    ("futoshiki", {"grid": [[0, 0, 0]] * 3, "across": ["<.", "..", ".."], "down": ["...", "..v"]}, 3),
    ("futoshiki", {"grid": [[0, 0, 0]] * 3, "across": ["..", "..", ".."], "down": ["...", "..."]}, 12),
    ("kukurasu", {"rows": [3, 3, 0], "columns": [3, 3, 3]}, 0),
    ("kukurasu", {"rows": [3, 3, 3], "columns": [3, 3, 3]}, 2),  # 1 + 2 or 3 in each line
    ("minesweeper", {"shown": ["1??", "???", "??1"], "mines": 2}, 6),
    ("minesweeper", {"shown": ["?", "?"], "mines": 1}, 2),
    ("minesweeper", {"shown": ["?1?"], "mines": 1}, 2),
    ("norinori", {"regions": [[0, 0, 1, 1]] * 2}, 9),
    ("number_wall", {"grid": [[3, 0, 0], [0, 0, 0], [0, 0, 1]]}, 3),
    ("number_wall", {"grid": [[1, 0]]}, 1),
    ("numbrix", {"grid": [[0, 0, 0], [0, 0, 0]]}, 16),  # the directed paths of two rows of three
    ("numbrix", {"grid": [[1, 0], [0, 0]]}, 2),
    ("skyscrapers", NO_CLUES, 12),
    ("skyscrapers", {**NO_CLUES, "left": [1, 0, 0], "right": [0, 0, 2]}, 2),
    ("star_placement", {"regions": [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]], "stars": 1}, 2),
    ("sudoku", {"grid": [[0, 0, 3, 4], [3, 4, 0, 0], [0, 0, 4, 3], [4, 3, 2, 1]]}, 2),
    ("survo", {"grid": [[0, 0], [0, 0]], "rows": [5, 5], "columns": [4, 6]}, 2),
    ("survo", {"grid": [[0, 0, 0], [0, 0, 0]], "rows": [10, 11], "columns": [7, 7, 7]}, 6),  # any order of columns
    ("cryptarithm", {"words": ["A", "B"], "total": "CD"}, 30),
    ("cryptarithm", {"words": ["A", "A"], "total": "B"}, 4),  # 1 + 1 = 2 to 4 + 4 = 8
    ("game_of_24", {"numbers": [2, 3, 4], "target": 24}, 18),  # six orders, each with no brackets or in two ways
    ("game_of_24", {"numbers": [1, 3], "target": 3}, 3),
    ("mathador", {"numbers": [3, 6, 2], "target": 4}, 12),
    ("mathador", {"numbers": [5, 3, 4], "target": 5}, 4),  # 5, and 5 with 4 - 3, but not 5 - 4 + ...
    ("math_path", {"equation": "?+?=?"}, 55),
    ("math_path", {"equation": "?*?-1?=0"}, 17),  # ordered pairs of digits with a product from 10 to 19
    ("boolean_expressions", {"names": ["a"], "values": [3],
                             "options": ["(a > 2)", "not (a is odd)", "true", "(a == 3)"]}, 1),
    ("web_of_lies", {"people": ["Ann", "Bob", "Cy"], "statements": [[0, 1, 1, -1, -1], [1, 1, 0, -1, -1]],
                     "asked": [0, 1, 2]}, 1),  # all unknown
    ("zebra_puzzle", {"houses": 3, "categories": ["person", "pet"],
                      "values": ["Ann", "Bob", "Cy", "cat", "dog", "fish"],
                      "clues": [[5, 0, 4, -1], [3, 1, 3, -1]]}, 12),
    ("zebra_puzzle", {"houses": 2, "categories": ["person", "pet"], "values": ["Ann", "Bob", "cat", "dog"],
                      "clues": [[2, 0, 2, -1]]}, 2),
    ("goods_exchange", {"people": ["Ann", "Bob"], "goods": ["map", "key"],
                        "steps": [[2, 0, 0, -1, -1], [0, 0, 1, -1, -1]], "asked": [1, 0]}, 1),
    ("time_sequence", {"task": "free_span", "people": ["Ann"], "from": 540, "to": 720, "ahead": [0], "rest": [0],
                       "busy": [[0, 600, 660]]}, 2),  # the hour before or the hour after
    ("time_sequence", {"task": "free_span", "people": ["Ann", "Bob"], "from": 540, "to": 720, "ahead": [60, -30],
                       "rest": [10, 0], "busy": [[0, 690, 700], [1, 510, 540], [1, 500, 660]]}, 1),  # 11:30 to 12:00
    ("time_sequence", {"task": "schedule", "events": ["tea", "golf", "nap"], "durations": [30, 45, 20],
                       "earliest": [540, 540, 540], "latest": [660, 660, 665], "gap": 5, "before": [0, 2]}, 90),
    ("word_sorting", {"words": ["an", "a", "and", "b"], "alphabet": "bac" + ALPHABET[3:], "order": "descending"}, 1),
    ("word_sorting", {"words": ["an", "a", "an"], "alphabet": ALPHABET, "order": "ascending"}, 1),
    ("word_sorting_mistake", {"words": ["b", "a", "c"], "alphabet": ALPHABET, "order": "ascending",
                              "method": "bubble", "steps": ["a b c", "a b c"]}, 1),
    ("dyck_language", {"prefix": "([<"}, 1),
    ("dyck_errors", {"sequence": "([)]"}, 1),
    ("cipher", {"task": "decrypt", "text": "RIK", "methods": ["rail_fence", "caesar"], "keys": ["2", "1"]}, 1),
    ("operation", {"operators": [[1, 0, -1, 0, 0, 2]], "expression": "(3 @ 4) @ 2"}, 1),
    ("wordscapes", {"grid": ["..", ".."], "across": ["ab", "ba"], "down": ["ab", "ba"]}, 2),
    ("wordscapes", {"grid": ["..#..", ".###."], "across": ["ab", "ca"], "down": ["ac", "ab"]}, 2),
]

# Answers that were once taken for others, and are wrong.
MISREAD = [
    ("game_of_24", {"numbers": [3, 1, 1], "target": 2}, "(1 * (3 - 1)]"),
    ("mathador", {"numbers": [9, 5, 7, 8], "target": 45}, "[9 * 5)"),
    ("game_of_24", {"numbers": [12, 3], "target": 15}, "1 2 + 3"),
    ("game_of_24", {"numbers": [1, 24], "target": 24}, "1*2\n4"),
    ("math_path", {"equation": "1?-10=0"}, "1 0-10=0"),
]
