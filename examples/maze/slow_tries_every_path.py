# Too slow: walks every path without remembering where it has been before.
import sys

sys.setrecursionlimit(100000)
height, width = map(int, sys.stdin.readline().split())
grid = [list(sys.stdin.readline().rstrip("\n")) for _ in range(height)]


def shortest(row, column):
    if not (0 <= row < height and 0 <= column < width) or grid[row][column] == "#":
        return 10**9
    if grid[row][column] == "T":
        return 0
    kept, grid[row][column] = grid[row][column], "#"
    best = 1 + min(shortest(row + 1, column), shortest(row - 1, column),
                   shortest(row, column + 1), shortest(row, column - 1))
    grid[row][column] = kept
    return best


for r in range(height):
    for c in range(width):
        if grid[r][c] == "S":
            steps = shortest(r, c)
            print(steps if steps < 10**9 else -1)
            sys.exit()
