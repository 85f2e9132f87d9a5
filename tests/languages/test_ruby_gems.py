"""Ruby programs without gems, in a box: the same words, and gems where they are asked for."""

import time

import pytest

LOOK = 'puts File.read("/proc/self/cmdline").include?("--disable-" + "gems")\n'
# Program and what it prints, or what its error says. Each is run twice: as it is, and with a comment that keeps gems.
ALIKE = {
    "puts gets.to_i + 1\n": "42",
    "require 'set'\nrequire 'json'\nputs JSON.generate(Set[1, 2].to_a)\n": "[1,2]",
    "begin\n  nil.lenght\nrescue NameError => error\n  puts error.message\nend\n": "undefined method `lenght' for nil",
    "counter = 1\nputs countr\n": "Did you mean?  counter",
    "puts 1\nexit 3\n": "1",
}


def run(server, code):
    reply = server.post("/run_code", {"language": "ruby", "code": code, "stdin": "41\n", "run_timeout": 60}).json()
    return reply["run_result"]


@pytest.fixture(scope="module")
def without_gems(server):
    if any(row["language"] == "ruby" and not row["available"] for row in server.get("/v1/info").json()["toolchains"]):
        pytest.skip("there is no Ruby")
    # The first start of a server finds out about Ruby when it has made what other languages start with.
    deadline = time.monotonic() + 540
    while run(server, LOOK)["stdout"] != "true\n":
        refused = [line for line in server.log if "Ruby programs start with gems" in line]
        if refused:
            pytest.skip(refused[0])
        assert time.monotonic() < deadline, server.log[-20:]
        time.sleep(1)
    return server


def test_programs_are_alike_without_gems(without_gems):
    for code, sign in ALIKE.items():
        bare, full = run(without_gems, code), run(without_gems, code + "# with every gem\n")
        told = ("status", "return_code", "stdout", "stderr")
        assert [bare[key] for key in told] == [full[key] for key in told], code
        assert sign in bare["stdout"] + bare["stderr"], (code, bare)


def test_gems_are_there_for_who_asks(without_gems):
    assert run(without_gems, LOOK + "# any gem\n")["stdout"] == "false\n"
    assert run(without_gems, "puts Gem::VERSION\n")["return_code"] == 0
    unit = run(without_gems, "require 'test/unit'\nclass TestIt < Test::Unit::TestCase\n"
                             "  def test_it\n    assert_equal(1, 1)\n  end\nend\n")
    assert unit["return_code"] == 0 and "1 tests, 1 assertions" in unit["stdout"], unit
