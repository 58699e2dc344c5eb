# Creates the cluster at the first start, sets the superuser's password at each start, then becomes the server.
# PASSWORD_FILE: the password. Arguments: further options of the server.
set -eu
data=/var/lib/postgresql/data
programs=/usr/lib/postgresql/15/bin
as_postgres='setpriv --reuid=postgres --regid=postgres --init-groups --no-new-privs'
password=$(cat "$PASSWORD_FILE")

chown postgres:postgres "$data"
chmod 0700 "$data"
if [ ! -s "$data/PG_VERSION" ]; then
  $as_postgres "$programs/initdb" --pgdata="$data" --username=postgres --encoding=UTF8 --locale=C.UTF-8 \
    --data-checksums --auth-local=peer --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
fi
# The volume may be older than the folder with the passwords.
printf "ALTER ROLE postgres PASSWORD '%s'\n" "$password" |
  $as_postgres "$programs/postgres" --single -D "$data" postgres >/dev/null
exec $as_postgres "$programs/postgres" -D "$data" -c listen_addresses='*' "$@"
