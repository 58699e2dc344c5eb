# Writes the rings of a store with one disk on this machine: 2^6 partitions, one copy, no delay between changes.
set -eu
cd /etc/swift
for ring in object:6200 container:6201 account:6202; do
  name=${ring%:*}
  swift-ring-builder "$name.builder" create 6 1 0
  swift-ring-builder "$name.builder" add --region 1 --zone 1 --ip 127.0.0.1 --port "${ring#*:}" --device disk --weight 1
  swift-ring-builder "$name.builder" rebalance
done
chown -R swift:swift /etc/swift
