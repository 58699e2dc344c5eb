# Keeps everything in memory: the counters of one minute need no disk. PASSWORD_FILE: the password.
set -eu
umask 077
install -o redis -g redis -m 0600 /dev/null /tmp/redis.conf
cat >/tmp/redis.conf <<END
bind * -::*
port 6379
save ""
appendonly no
dir /tmp
maxmemory 128mb
maxmemory-policy volatile-ttl
requirepass $(cat "$PASSWORD_FILE")
END
exec setpriv --reuid=redis --regid=redis --init-groups --no-new-privs redis-server /tmp/redis.conf
