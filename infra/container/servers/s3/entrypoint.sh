# Starts the four servers of Swift and their cache, and ends when one of them ends or on SIGTERM.
# ACCESS_KEY (`account:user`), SECRET_KEY_FILE: credentials of the only user, who may create buckets.
set -eu
umask 077
chown swift:swift /srv/node/disk
account=${ACCESS_KEY%:*}
user=${ACCESS_KEY#*:}
sed "s|@ACCOUNT@|$account|; s|@USER@|$user|; s|@SECRET@|$(cat "$SECRET_KEY_FILE")|" \
  /etc/swift/proxy-server.conf.in >/etc/swift/proxy-server.conf
chown swift:swift /etc/swift/proxy-server.conf
mkdir -p /var/cache/swift
chown swift:swift /var/cache/swift

as_swift='setpriv --reuid=swift --regid=swift --init-groups --no-new-privs'
processes=()
stop() { kill -TERM "${processes[@]}" 2>/dev/null || true; }
trap stop TERM INT
$as_swift memcached --listen=127.0.0.1 --memory-limit=32 &
processes+=($!)
for server in account container object proxy; do
  $as_swift "swift-$server-server" "/etc/swift/$server-server.conf" --verbose &
  processes+=($!)
done
wait -n || true
stop
wait
