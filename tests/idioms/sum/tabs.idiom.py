# Idiom on stdin (source text): is indented with tabs.
def main():
	n = int(input())
	for i in range(1):
		print(sum(map(int, input().split())))
main()
