"""Certificates for tests: an authority of the test's own, and servers that it vouches for. Made by openssl(1).

    keys = Certificates(folder)          # folder/ca.pem
    cert, key = keys.issue("server")     # for localhost and 127.0.0.1
    context = keys.context()             # of a client that trusts that authority only
"""

import ssl
import subprocess


class Certificates:
    def __init__(self, folder):
        self.folder = folder
        self._openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=authority",
                      "-keyout", "ca.key", "-out", "ca.pem")
        self.authority = folder / "ca.pem"

    def issue(self, name, names="DNS:localhost,IP:127.0.0.1", kind="ec"):
        """The files of a certificate and its key; made anew each time. `kind`: "ec" or "rsa"."""
        new = ["-newkey", "rsa:2048"] if kind == "rsa" else ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        self._openssl("req", *new, "-nodes", "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        (self.folder / f"{name}.names").write_text(f"subjectAltName={names}\n")
        self._openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                      "-days", "2", "-extfile", f"{name}.names", "-out", f"{name}.pem")
        return self.folder / f"{name}.pem", self.folder / f"{name}.key"

    def context(self):
        return ssl.create_default_context(cafile=self.authority)

    def _openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True)
