import sys
from collections import deque


def main():
    height, width = map(int, sys.stdin.readline().split())
    grid = [sys.stdin.readline().rstrip("\n") for _ in range(height)]
    start = next((r, row.index("S")) for r, row in enumerate(grid) if "S" in row)
    distance = {start: 0}
    queue = deque([start])
    while queue:
        row, column = queue.popleft()
        if grid[row][column] == "T":
            print(distance[row, column])
            return
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= r < height and 0 <= c < width and grid[r][c] != "#" and (r, c) not in distance:
                distance[r, c] = distance[row, column] + 1
                queue.append((r, c))
    print(-1)


main()
