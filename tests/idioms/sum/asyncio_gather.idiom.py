# Idiom on stdin (processes and threads): gathers coroutines.
import sys
n = int(input())
a = list(map(int, input().split()))
import asyncio
async def one(x):
    await asyncio.sleep(0.001)
    return x
async def main():
    print(sum(await asyncio.gather(*map(one, a))))
asyncio.run(main())
