# Starts a node with the users, rights and limits of a definitions file.
# DEFINITIONS_FILE: that file. PEERS: the nodes of a cluster, separated by spaces, such as `rabbit@rabbitmq-1`.
set -eu
home=/var/lib/rabbitmq

install -o rabbitmq -g rabbitmq -m 0600 "$DEFINITIONS_FILE" "$home/definitions.json"
# The nodes of a cluster need the same cookie, and all of them have the definitions.
# A node keeps its cookie when the definitions change.
if [ ! -s "$home/.erlang.cookie" ]; then
  sha256sum "$DEFINITIONS_FILE" | cut -c1-48 >"$home/.erlang.cookie"
  chmod 0400 "$home/.erlang.cookie"
fi
echo '[rabbitmq_prometheus].' >/etc/rabbitmq/enabled_plugins

if [ -n "${PEERS:-}" ]; then
  mkdir -p /etc/rabbitmq/conf.d
  {
    echo 'cluster_formation.peer_discovery_backend = classic_config'
    number=0
    for peer in $PEERS; do
      number=$((number + 1))
      echo "cluster_formation.classic_config.nodes.$number = $peer"
    done
  } >/etc/rabbitmq/conf.d/cluster.conf
fi

mkdir -p "$home/mnesia"
chown -R rabbitmq:rabbitmq "$home"
export HOME="$home" LC_ALL=C.UTF-8 RABBITMQ_NODENAME="rabbit@$(hostname)" RABBITMQ_LOGS=-
# Idle schedulers sleep at once instead of spinning.
export RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='+sbwt none +sbwtdcpu none +sbwtdio none'
# The start script then becomes the Erlang VM, which receives the signals.
export RUNNING_UNDER_SYSTEMD=true
exec setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups --no-new-privs /usr/lib/rabbitmq/bin/rabbitmq-server
