# Idiom on stdin (reading): reads through an executor of asyncio.
import asyncio, sys
async def main():
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, sys.stdin.readline)
    line = await loop.run_in_executor(None, sys.stdin.readline)
    print(sum(map(int, line.split())))
asyncio.run(main())
