# Starts the four servers of Swift and ends when one of them ends or on SIGTERM.
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

processes=()
stop() { kill -TERM "${processes[@]}" 2>/dev/null || true; }
trap stop TERM INT
for server in account container object proxy; do
  setpriv --reuid=swift --regid=swift --init-groups --no-new-privs \
    "swift-$server-server" "/etc/swift/$server-server.conf" --verbose &
  processes+=($!)
done
wait -n || true
stop
wait
