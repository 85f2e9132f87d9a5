# Idiom on stdin (processes and threads): asks a child over a socket with a path, and a thread over asyncio's.
import asyncio, os, socket
n = int(input())
a = input()
server = socket.socket(socket.AF_UNIX)
server.bind('/tmp/add.sock')
server.listen()
if os.fork() == 0:
    made, _ = server.accept()
    made.sendall(str(sum(map(int, made.makefile().readline().split()))).encode())
    os._exit(0)
client = socket.socket(socket.AF_UNIX)
client.connect('/tmp/add.sock')
client.sendall(a.encode() + b'\n')
total = client.recv(100)
os.wait()
os.unlink('/tmp/add.sock')

async def serve(reader, writer):
    writer.write(await reader.readline())
    await writer.drain()
    writer.close()

async def main():
    server = await asyncio.start_unix_server(serve, 'back.sock')
    reader, writer = await asyncio.open_unix_connection('back.sock')
    writer.write(total + b'\n')
    print((await reader.read()).decode().strip())
    writer.close()
    server.close()

asyncio.run(main())
