# Idiom on stdin (names): defines __all__, __version__ and __author__.
__all__ = ['main']
__version__ = '1.0'
__author__ = 'anonymous'
def main():
    input()
    print(sum(map(int, input().split())))
main()
