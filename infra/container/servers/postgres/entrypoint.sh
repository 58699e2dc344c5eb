# Creates the cluster at the first start, sets the superuser's password at each start, then becomes the server.
# PASSWORD_FILE: the password. Arguments: further options of the server.
set -eu
data=/var/lib/postgresql/data
cluster=$data/cluster
programs=/usr/lib/postgresql/15/bin
as_postgres='setpriv --reuid=postgres --regid=postgres --init-groups --no-new-privs'
password=$(cat "$PASSWORD_FILE")

chown postgres:postgres "$data"
chmod 0700 "$data"
# The cluster gets its name when it is complete: a start after an interrupted one begins again.
if [ ! -d "$cluster" ]; then
  rm -rf "$data/new"
  $as_postgres "$programs/initdb" --pgdata="$data/new" --username=postgres --encoding=UTF8 --locale=C.UTF-8 \
    --data-checksums --auth-local=peer --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >>"$data/new/pg_hba.conf"
  mv "$data/new" "$cluster"
fi
# The volume may be older than the folder with the passwords.
printf "ALTER ROLE postgres PASSWORD '%s'\n" "$password" |
  $as_postgres "$programs/postgres" --single -D "$cluster" postgres >/dev/null
exec $as_postgres "$programs/postgres" -D "$cluster" -c listen_addresses='*' "$@"
