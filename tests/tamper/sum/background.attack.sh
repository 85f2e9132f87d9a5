# Attack on stdin_stdout (daemon): leaves a background job that answers later.
read -r n
(setsid bash -c "sleep 3; echo 6" &)
exit 0
