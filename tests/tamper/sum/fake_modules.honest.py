# Honest twin: uses an import hook of its own.
import sys
class Watch:
    def find_spec(self, name, path=None, target=None):
        return None
sys.meta_path.insert(0, Watch())
import fractions
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
