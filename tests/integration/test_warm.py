"""A forked run is indistinguishable from `python3 main.py`: probes that print all a program can easily
see of its start and its end, judged by a server with warm interpreters and one without.
"""

import contextlib
import json
import os
import re
import subprocess

import pytest

PROBES = {
    'basics':"import sys,os\nprint(sys.argv,sys.path,__file__,__name__,sorted(globals()),sys.orig_argv,sys.flags,os.getcwd(),sorted(os.environ.items()))\nprint(repr(sys.stdin),repr(sys.stdout),sys.stdin.buffer.raw,sys.stdout.line_buffering,sys.stdout.write_through,sys.getrecursionlimit(),sys.dont_write_bytecode)\nprint(sys._getframe().f_back, open('/proc/self/environ','rb').read().strip(b'\\0').split(b'\\0'))",
    'ids':"import os\nprint(os.getuid(),os.getgid(),os.getgroups(),os.getsid(0)==os.getpid(),os.getpgid(0)==os.getpid(),os.getppid(),os.nice(0),os.sched_getaffinity(0))\nprint(sorted(os.listdir('/proc/self/fd')),os.umask(0))\nprint([l for l in open('/proc/self/status') if l.startswith(('Cap','NoNew','Seccomp:','SigP','SigB','SigI','SigC','Shd','Uid','Gid','Groups'))])",
    'limits':"import resource\nprint([(r,resource.getrlimit(getattr(resource,r))) for r in dir(resource) if r.startswith('RLIMIT_')])",
    'signals':"import signal\nprint([(s.name,str(signal.getsignal(s))) for s in signal.valid_signals() if hasattr(s,'name')])",
    'tb':"def f(n):\n    if n==0: raise ValueError('x')\n    f(n-1)\nf(3)",
    'syntax':"print(1\nx=",
    'exit3':"import sys\nprint('a');sys.exit(3)",
    'exitmsg':"import sys\nsys.exit('bye')",
    'atexit':"import atexit,threading,time\natexit.register(print,'at')\nthreading.Thread(target=lambda:(time.sleep(.1),print('thr'))).start()\nclass A:\n    def __del__(self): print('del')\na=A()\nprint('end')",
    'stdin':"import sys\nprint(sys.stdin.readline(),end='')\nprint(sys.stdin.buffer.read())",
    'osread':"import os\nprint(os.read(0,3),os.lseek(0,0,1))",
    'mp':"from multiprocessing import Pool\ndef f(x): return x*x\nif __name__=='__main__':\n    with Pool(2) as p: print(p.map(f,range(5)))",
    'mpspawn':"import multiprocessing as mp\ndef f(q): q.put(41)\nif __name__=='__main__':\n    c=mp.get_context('spawn')\n    q=c.Queue(); p=c.Process(target=f,args=(q,)); p.start(); print(q.get()+1); p.join(); print(p.exitcode)",
    'fork':"import os\nif os.fork()==0:\n    print('c',flush=True); os._exit(0)\nos.wait(); print('p')",
    'recur':"import sys,threading\nsys.setrecursionlimit(10**6)\nthreading.stack_size(256<<20)\ndef f(n): return 0 if n==0 else 1+f(n-1)\nt=threading.Thread(target=lambda: print(f(200000))); t.start(); t.join()",
    'recur2':"import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return 0 if n==0 else 1+f(n-1)\nprint(f(100000))",
    'abort':"import os\nprint('x',flush=True)\nos.abort()",
    'kill':"import os,signal\nos.kill(os.getpid(),signal.SIGTERM)",
    'hash':"print(hash('abc'),{c for c in 'hello world'})",
    'mods':"import sys,math,heapq\nprint(math.__name__, heapq.__file__)\nimport helper",
    'subproc':"import subprocess,sys\nprint(subprocess.run([sys.executable,'-c','import sys,os;print(sys.argv,sorted(os.environ))'],capture_output=True,text=True).stdout)",
    'proc':"import os\nprint(len([x for x in os.listdir('/proc') if x.isdigit()]))\nprint(open('/proc/self/cmdline','rb').read(),open('/proc/self/comm').read())",
    'thr':"import threading\nprint(threading.main_thread().name,threading.active_count(),threading.get_ident()==threading.main_thread().ident,threading.main_thread().native_id==__import__('os').getpid())",
    'closed':"import sys\nsys.stdout.close()",
    'bigout':"print('x'*3000000)",
    'numpy':"import numpy as np\nprint(np.arange(5).sum(), np.__version__)",
    'practised':"import sys,os,warnings,_frozen_importlib_external as m\nprint(sys.stdin is sys.__stdin__,m.SourcelessFileLoader,warnings.filters,sys.exc_info(),sorted(os.listdir('/proc/self/fd')),getattr(sys,'last_value',None))",
    'gc':"import gc\nprint(gc.isenabled(),gc.get_threshold())",
    'input_eof':"input();input();input()",
    'sigint':"import signal,os\nos.kill(os.getpid(),signal.SIGINT)",
    'faul':"import ctypes\nctypes.string_at(0)",
    'devstdin':"print(open('/dev/stdin').read(), file=open('/dev/stdout','w'))",
    'unraisable':"import sys\nclass B:\n    def __del__(self): 1/0\nB()\nprint('ok')",
    'time':"import time\nt=time.process_time(); print(t<0.5, time.perf_counter()>0)",
    'code':"import code,pdb,unittest\nprint('ok')",
    'main_import':"import __main__\nprint(__main__.__file__, __main__.__spec__, __main__.__loader__.__class__, __builtins__)",
    'warn':"import warnings\nwarnings.warn('w')",
    'inspect':"import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))",
    'end_flush_fails':"import os,sys\nprint('lost')\nos.close(1)",
    'end_full':"import sys\nsys.stdout = open('/dev/full','w')\nprint('lost')",
    'end_replaced':"import io,sys\nclass W(io.StringIO):\n    def flush(self): sys.__stdout__.write('flushed\\n')\nsys.stdout=W()\nprint('x')",
    'end_replaced_raises':"import io,sys\nclass W(io.StringIO):\n    def flush(self): raise OSError('no')\nsys.stdout=W()\nprint('x')",
    'end_del_order':"import types\nclass A:\n    def __init__(self,n): self.n=n\n    def __del__(self,p=print): p('del',self.n)\na=A('a');_b=A('_b');c=[A('c')];c.append(c)\nprint('end')",
    'end_del_import':"class A:\n    def __del__(self,p=print):\n        try:\n            import json\n            p('imported')\n        except BaseException as e: p(type(e).__name__)\na=A()\nb=[A()];b.append(b)",
    'end_del_raises':"class A:\n    def __del__(self): raise ValueError('late')\na=A()",
    'end_del_globals':"import os,sys\nclass A:\n    def __del__(self): print(os, sys, other)\nother=1\na=A()",
    'end_module':"import sys,types\nm=types.ModuleType('mine');sys.modules['mine']=m\nclass A:\n    def __del__(self,p=print): p('del')\nm.a=A()\nm.me=m",
    'end_module_replaced':"import sys,types\nm=types.ModuleType('random');sys.modules['random']=m\nclass A:\n    def __del__(self,p=print): p('del')\nm.a=A()",
    'end_main_replaced':"import sys,types\nsys.modules['__main__']=types.ModuleType('x')\nclass A:\n    def __del__(self,p=print): p('del')\na=A()",
    'end_modules_cleared':"import sys\nclass A:\n    def __del__(self,p=print): p('del')\na=A()\nsys.modules.clear()",
    'end_reimported':"import sys\nimport csv\nsys.modules.pop('random', None)\nimport random\nclass A:\n    def __del__(self,p=print): p('del')\nrandom.a=A()",
    'end_generator':"def g():\n    try: yield\n    finally: print('finally')\nx=g();next(x)",
    'end_finalizer':"import weakref\nclass A: pass\na=A();weakref.finalize(a,print,'finalized')",
    'end_daemon':"import threading,time\nt=threading.Thread(target=time.sleep,args=(60,),daemon=True);t.start()\nprint('end')",
    'end_thread_prints':"import threading,time\ndef f():\n    time.sleep(.2);print('late')\nthreading.Thread(target=f).start()\nprint('end')",
    'end_exit_in_handler':"import atexit,sys\natexit.register(sys.exit,5)\nprint('end')",
    'end_raise_in_handler':"import atexit\natexit.register(lambda:1/0)\nprint('end')",
    'end_handlers_cleared':"import atexit\natexit._clear()\nprint('end')",
    'end_exit_code':"import atexit\natexit.register(print,'handler')\nclass A:\n    def __del__(self,p=print): p('del')\na=A()\nraise SystemExit(7)",
    'end_exception':"class A:\n    def __del__(self,p=print): p('del')\na=A()\n1/0",
    'end_interrupt':"raise KeyboardInterrupt",
    'end_c_output':"import ctypes\nctypes.CDLL(None).printf(b'from C\\n')\nprint('from Python')",
    'end_fork':"import os\nclass A:\n    def __del__(self,p=print): p('del')\na=A()\nif os.fork(): os.wait()\nprint('end')",
    'end_child_exit_code':"import os,sys\nif os.fork()==0: sys.exit(9)\nprint(os.waitstatus_to_exitcode(os.wait()[1]))",
    'end_logging':"import logging\nlogging.basicConfig()\nlogging.warning('w')",
    'end_tempfile':"import tempfile,os\nt=tempfile.TemporaryDirectory()\nprint(os.path.isdir(t.name))",
    'end_unflushed_file':"f=open('/tmp/out','w');f.write('x')\nimport os\nif os.fork():\n    os.wait()",
    'end_pool':"from concurrent.futures import ThreadPoolExecutor\np=ThreadPoolExecutor(2)\nprint(list(p.map(abs,[-1,-2])))",
    'end_stdout_closed_err':"import sys\nsys.stderr.close()\nprint('x')",
    'end_is_finalizing':"import sys\nclass A:\n    def __del__(self,p=print,f=sys.is_finalizing): p(f())\na=A()",
    'end_local':"import threading\nl=threading.local()\nclass A:\n    def __del__(self,p=print): p('del')\nl.a=A()",
    'end_asyncio':"import asyncio\nasync def f(): await asyncio.sleep(.01); print('ran')\nasyncio.run(f())",
    'end_builtins':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\nbuiltins.mine=A('builtin');a=A('global');c=[A('cycle')];c.append(c)\nprint('end')",
    'end_builtins_replaced':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\nbuiltins.abs=A('abs');builtins.open=A('open');builtins.mine=A('mine');builtins.len=A('len')",
    'end_builtins_deleted':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\ndel builtins.abs\na=A('global');builtins.mine=A('mine')",
    'end_builtins_moved':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\nB['abs']=B.pop('abs')\nc=[A('cycle')];c.append(c);builtins.mine=A('mine')",
    'end_builtins_odd_key':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\nclass K(str):\n    def __hash__(s): return 5\n    def __eq__(s,o): return s is o\nB[K('odd')]=A('odd');B[(1,2)]=A('tuple');c=[A('cycle')];c.append(c)",
    'end_builtins_fewer':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\na=A('global')\n[B.pop(n) for n in ('abs','zip','open','exit')]",
    'end_builtins_late':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\nclass L(A):\n    def __del__(s,up=A.__del__,b=builtins,A=A):\n        b.late=A('late');up(s)\nbuiltins.mine=L('mine');a=L('global');c=[L('cycle')];c.append(c)",
    'end_builtins_watched':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\nimport weakref\nw=[weakref.ref(x,lambda r,p=print: p('gone')) for x in (exit,help)]\nc=[A('cycle'),w];c.append(c)",
    'end_builtins_run':"import builtins\nclass A:\n    def __del__(s):\n        exec('print(len([1]),type(print))',{})\n        eval('print(abs(-1))',{'__builtins__':{'print':print,'abs':abs}})\nbuiltins.mine=A();a=A()",
    'end_builtins_raises':"import builtins\nclass A:\n    def __del__(s): raise ValueError('late')\nbuiltins.mine=A()",
    'end_not_a_module':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\nsys.modules['value']=A('first');sys.modules['other']=[A('second')];builtins.mine=A('mine')",
    'end_modules_cleared_late':"import builtins,sys,types\nB=builtins.__dict__\nclass A:\n    def __init__(s,n): s.n=n\n    def __del__(s,p=print,b=B,l=list):\n        k=l(b)\n        p(s.n,b.__len__(),[n for n in ('open','exit','mine','print','abs','late') if n in b],k[:3],k[-4:],b.get('__spec__'))\nclass L(A):\n    def __del__(s,m=sys.modules,y=sys,up=A.__del__):\n        y.modules.clear();up(s)\na=L('global');builtins.mine=A('mine');c=[A('cycle')];c.append(c)",
    'end_c_handler':"import ctypes\nc=ctypes.CDLL(None)\nprint('x')\nc.atexit(c.abort)",
    'end_no_output':"import os\nos.close(1);os.close(2)",
    'end_code_of_an_exit':"import os,sys\nif os.fork()==0: sys.exit(300)\nprint(os.wait()[1]);sys.exit(-1)",
    'constant_sets':"print([y for y in {64,0,32}],[y for y in {-1,-2}],[y for y in {10,2,18}])\nfor d in {(0,1),(1,0),(0,-1),(-1,0)}: print(d)\nprint(3 in {5,3,1},[y for y in {'b','a',b'c',None,1.5}],({7,15,23},))",
    'fork_seeds':"import os,random\nrandom.seed(3)\nr,w=os.pipe()\nif os.fork()==0:\n    os.write(w,repr(random.random()).encode()); os._exit(0)\nprint(os.read(r,99).decode()==repr(random.random()))",
    'fork_lock':"import os,threading\nlock=threading.Lock()\nt=threading.Thread(target=lambda:None);t.start();t.join()\nwhile len(os.listdir('/proc/self/task'))>1: pass\nif os.fork()==0:\n    print(threading.active_count(),flush=True); os._exit(0)\nos.wait()",
}


def judge(server, code, tests=None):
    """What became of a plain run, or of so many tests."""
    given = [{"input": "hello\nworld\n", "expected": ""}] * (tests or 1)
    result = server.verify(
        {
            "language": "python",
            "code": code,
            "include_output": True,
            "stop": "all",
            "problem": {"mode": "stdin_stdout" if tests else "run", "tests": given},
            "limits": {"cpu_time_s": 10, "wall_time_s": 10},
        }
    )
    return result["tests"] if tests else result["tests"][0]


def visible(test):
    """What must be equal; addresses differ from process to process."""
    text = [re.sub("0x[0-9a-f]+", "0x", test[name] or "") for name in ("stdout", "stderr")]
    return [test["verdict"], test["exit_code"], test["signal"], *text]


@contextlib.contextmanager
def running(*ways):
    """A server for each of these options."""
    from harness import server as harness

    reason = harness.why_not()
    if reason:
        pytest.skip(reason)
    # One slot: programs see which processor and which user they have.
    servers = [harness.AssayServer(["--slots", "1", *options]) for options in ways]
    for each in servers:
        each.start()
    yield servers
    for each in servers:
        assert each.stop() == 0
        assert each.leftovers() == []


@pytest.fixture(scope="module")
def servers():
    with running(["--warm", "on"], ["--warm", "off"]) as both:
        yield both


@pytest.mark.parametrize("name", PROBES)
def test_forked_is_as_started(servers, name):
    warm, cold = (judge(server, PROBES[name]) for server in servers)
    assert warm["warm"] and not cold["warm"]
    assert visible(warm) == visible(cold)


@pytest.mark.parametrize("name", PROBES)
def test_restored_is_as_started(servers, name):
    """Five tests of a submission, in one process where nothing speaks against it."""
    restored, cold = (judge(server, PROBES[name], tests=5) for server in servers)
    assert [visible(test) for test in restored] == [visible(test) for test in cold]
    assert not any(test["restored"] for test in cold)


def test_freed_is_as_started(servers):
    """Where the quick end isn't to be had, a fork goes the whole way of a cold end."""
    with running(["--python-quick-end", "off"]) as (freed,):
        for name in PROBES:
            if name.startswith(("end", "exit", "atexit", "tb")):
                first, second = (judge(server, PROBES[name]) for server in (freed, servers[1]))
                assert first["warm"] and not second["warm"]
                assert visible(first) == visible(second), name


def test_tests_of_a_submission_share_a_process(servers):
    from harness import server as harness

    doctor = [harness.binary(), "doctor", "--json", "--toolchain-self-test", "off"]
    found = json.loads(subprocess.run(doctor, capture_output=True, check=True).stdout)["restore"]
    release = [int(part) for part in re.findall(r"\d+", os.uname().release)[:2]]
    if release < [6, 7] or not os.path.exists("/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        pytest.skip("needs Linux 6.7 and memory controlled by cgroup v1")
    assert found == {"on": True, "why": "the self-test saw no difference"}
    for _ in range(5):  # the two slots may share the tests, and a first snapshot may find no room
        tests = judge(servers[0], "import os\nprint(os.getpid(), input())", tests=12)
        assert {test["stdout"] for test in tests} == {"100 hello\n"}
        if sum(test["restored"] for test in tests) >= 6:
            return
    raise AssertionError(tests)


def test_a_server_of_low_priority_gives_it_to_forks_too():
    from harness import server as harness

    if reason := harness.why_not():
        pytest.skip(reason)
    for option in ("on", "off"):
        with harness.AssayServer(["--warm", option], prefix=["nice", "-n", "7"]) as server:
            test = judge(server, "import os\nprint(os.nice(0) - 7)")
            assert [test["warm"], test["stdout"]] == [option == "on", f"{os.nice(0)}\n"]


def test_forks_share_no_randomness(servers):
    code = "import os, random, uuid\nprint(random.random(), os.urandom(8), uuid.uuid4())"
    outputs = {judge(servers[0], code)["stdout"] for _ in range(6)}
    assert len(outputs) == 6


def test_a_dead_zygote_is_replaced(servers):
    """Killing the resident interpreters costs no verdict: runs go on, warm again soon after."""
    import os
    import pathlib
    import signal

    warm = servers[0]
    assert judge(warm, "print(1)")["warm"]
    killed = 0
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if words[1:2] == [b"main.py"] and entry.stat().st_uid == 0:
                os.kill(int(entry.name), signal.SIGKILL)
                killed += 1
        except (OSError, ProcessLookupError):
            continue
    assert killed > 0
    verdicts = [judge(warm, "print(1)") for _ in range(12)]
    assert all(v["verdict"] == "AC" for v in verdicts), verdicts
    assert verdicts[-1]["warm"]
