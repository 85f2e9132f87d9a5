"""A local HTTP server whose answers a script decides: what a server of ours asks when it asks others."""

import http.server
import socket
import struct
import threading


class ScriptedServer:
    """Serves while its `with` block lasts, a thread a connection; `url` is its address. A script is a subclass
    with `_reply(body)`, for any path: status, headers beside the content type, and text, or None to reset the
    connection; or with `_reply_to(path, headers, body)`, which asks it."""

    def _reply_to(self, path, headers, body):
        return self._reply(body)

    def __enter__(self):
        script = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                reply = script._reply_to(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                if reply is None:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                    self.close_connection = True
                    return
                status, headers, text = reply
                data = text.encode()
                try:
                    self.send_response(status)
                    for name, value in {"Content-Type": "application/json", **headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    self.close_connection = True  # whoever asked was killed

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
