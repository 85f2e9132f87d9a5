# The judge finds the input in stdin.txt, the reference answer in stdout.txt, and the candidate's in
# answer.txt. Exit code 0 accepts.
import sys


def main():
    count, total = map(int, open("stdin.txt").read().split())
    reference = open("stdout.txt").read().split()
    answer = open("answer.txt", errors="replace").read().split()
    if reference == ["-1"]:
        return answer == ["-1"]
    if len(answer) != count or not all(word.isascii() and word.isdigit() for word in answer):
        return False
    numbers = [int(word) for word in answer]
    return min(numbers) >= 1 and len(set(numbers)) == count and sum(numbers) == total


sys.exit(0 if main() else 1)
