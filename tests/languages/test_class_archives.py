"""Class archives of JVMs, as boxes see them. Runs before the other files here, so that those are judged with them."""

import time

import pytest

# Prints the files of options that its JVM was given, what is in them, and whether anything there can be changed.
LOOK = r"""
import java.io.*;
import java.nio.file.*;

public class Main {
  static void attempt(String what, Path path, java.util.concurrent.Callable<?> act) {
    try {
      act.call();
      System.out.println("CHANGED by " + what + ": " + path);
    } catch (Exception error) {
      System.out.println("refused: " + what);
    }
  }

  public static void main(String[] words) throws Exception {
    for (String option : Files.readString(Paths.get("/proc/self/cmdline")).split("\0")) {
      if (!option.startsWith("-XX:VMOptionsFile=")) continue;
      Path file = Paths.get(option.substring(option.indexOf('=') + 1));
      Path folder = file.getParent(), archive = folder.resolve("classes.jsa");
      System.out.println("options: " + Files.readString(file).replace('\n', ' '));
      for (Path path : new Path[] {file, archive}) {
        attempt("append", path, () -> Files.write(path, new byte[] {1}, StandardOpenOption.APPEND));
        attempt("mode", path, () -> Files.setAttribute(path, "unix:mode", 0777));
        attempt("removal", path, () -> { Files.delete(path); return 0; });
        attempt("replacement", path, () -> Files.move(Files.createTempFile("a", "b"), path,
            StandardCopyOption.REPLACE_EXISTING));
      }
      attempt("addition", folder, () -> Files.createFile(folder.resolve("another")));
    }
  }
}
"""


def look(server):
    reply = server.post("/run_code", {"language": "java", "code": LOOK, "compile_timeout": 60, "run_timeout": 60}).json()
    assert reply["status"] == "Success", reply
    return reply["run_result"]["stdout"]


def test_archives_are_given_to_programs_and_out_of_their_reach(server):
    if any(row["language"] == "java" and not row["available"] for row in server.get("/v1/info").json()["toolchains"]):
        pytest.skip("there is no JDK")
    # The first start of a server makes them meanwhile.
    deadline = time.monotonic() + 540
    while "-XX:SharedArchiveFile=" not in (seen := look(server)):
        assert "options:" in seen, seen
        assert time.monotonic() < deadline, (seen, server.log[-20:])
        time.sleep(2)
    assert seen.count("refused:") == 9 and "CHANGED" not in seen, seen
    assert look(server) == seen


def test_compilers_say_the_same_with_an_archive(server):
    """Nothing of the JVM's own is in what people read, and errors are the compiler's."""
    test_archives_are_given_to_programs_and_out_of_their_reach(server)
    broken = server.post("/run_code", {"language": "java", "code": "public class Main { int x = \"one\"; }"}).json()
    assert broken["status"] == "Failed" and broken["run_result"] is None, broken
    said = broken["compile_result"]["stdout"] + broken["compile_result"]["stderr"]
    assert said.startswith("Main.java:1: error: incompatible types"), said
    assert said.strip().endswith("1 error"), said
