-- Where each account's webhooks go, and with which secrets they are signed.

-- up
create table endpoints (
  account uuid primary key,
  url text not null,
  -- Sealed with the service's key; the previous one still signs until the given time, so that receivers can change over.
  secret bytea not null,
  secret_created_at timestamptz not null,
  previous_secret bytea,
  previous_until timestamptz,
  enabled boolean not null default true,
  disabled_reason text,
  -- Since when and how often every attempt has failed; cleared by the first success.
  failing_since timestamptz,
  failures integer not null default 0,
  -- When a dispatcher last took deliveries of this endpoint: the longest unserved is served first.
  served_at timestamptz not null default '-infinity',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index endpoints_by_turn on endpoints (served_at) where enabled;

-- down
drop table endpoints;
