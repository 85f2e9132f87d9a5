# Idiom on stdin (processes and threads): runs a child under asyncio.
import sys
n = int(input())
a = list(map(int, input().split()))
import asyncio
async def main():
    p = await asyncio.create_subprocess_exec('echo', str(sum(a)), stdout=asyncio.subprocess.PIPE)
    out, _ = await p.communicate()
    print(out.decode().strip())
asyncio.run(main())
