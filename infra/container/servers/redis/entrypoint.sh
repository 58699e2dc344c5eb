# Keeps everything in memory: the counters of one minute need no disk. PASSWORD_FILE: the password.
set -eu
umask 027
cat >/run/redis.conf <<END
bind * -::*
port 6379
save ""
appendonly no
dir /tmp
maxmemory 128mb
maxmemory-policy volatile-ttl
requirepass $(cat "$PASSWORD_FILE")
END
chgrp redis /run/redis.conf
exec setpriv --reuid=redis --regid=redis --init-groups --no-new-privs redis-server /run/redis.conf
