-- The database of the guidebook service: for each of its six services a role and a private schema, and no other rights.
-- Run it as an administrator (a superuser, or a role with CREATEROLE and CREATEDB); it can be run again:
--
--   psql -d postgres -v ON_ERROR_STOP=1 -v gateway_password=... -v geodata_password=... (and so on) -f roles.sql
--
-- `guidebook setup` writes a copy that contains the passwords: psql -d postgres -v ON_ERROR_STOP=1 -f servers/roles.sql

SELECT 'CREATE DATABASE guidebook' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'guidebook')
\gexec

SELECT format('CREATE ROLE %I LOGIN', service)
FROM unnest(ARRAY['gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer']) AS service
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service)
\gexec

ALTER ROLE gateway PASSWORD :'gateway_password';
ALTER ROLE geodata PASSWORD :'geodata_password';
ALTER ROLE releases PASSWORD :'releases_password';
ALTER ROLE builder PASSWORD :'builder_password';
ALTER ROLE webhooks PASSWORD :'webhooks_password';
ALTER ROLE importer PASSWORD :'importer_password';

-- By default every role may connect to the database and create temporary tables there.
REVOKE ALL ON DATABASE guidebook FROM PUBLIC;
GRANT CONNECT ON DATABASE guidebook TO gateway, geodata, releases, builder, webhooks, importer;

\connect guidebook

REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- An administrator who is no superuser must be a member of a role to create its schema.
SELECT format('GRANT %I TO CURRENT_USER', service)
FROM unnest(ARRAY['gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer']) AS service
WHERE NOT (SELECT rolsuper FROM pg_roles WHERE rolname = CURRENT_USER)
\gexec

CREATE SCHEMA IF NOT EXISTS gateway AUTHORIZATION gateway;
CREATE SCHEMA IF NOT EXISTS geodata AUTHORIZATION geodata;
CREATE SCHEMA IF NOT EXISTS releases AUTHORIZATION releases;
CREATE SCHEMA IF NOT EXISTS builder AUTHORIZATION builder;
CREATE SCHEMA IF NOT EXISTS webhooks AUTHORIZATION webhooks;
CREATE SCHEMA IF NOT EXISTS importer AUTHORIZATION importer;

ALTER ROLE gateway IN DATABASE guidebook SET search_path = gateway;
ALTER ROLE geodata IN DATABASE guidebook SET search_path = geodata;
ALTER ROLE releases IN DATABASE guidebook SET search_path = releases;
ALTER ROLE builder IN DATABASE guidebook SET search_path = builder;
ALTER ROLE webhooks IN DATABASE guidebook SET search_path = webhooks;
ALTER ROLE importer IN DATABASE guidebook SET search_path = importer;
