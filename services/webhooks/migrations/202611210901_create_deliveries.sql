-- Each delivery with its whole schedule, so that any dispatcher can go on where another one ended.

-- up
create table deliveries (
  id uuid primary key,
  account uuid not null,
  webhook_id text not null unique,
  kind text not null check (kind in ('release.shared', 'ping')),
  release text,
  -- Exactly what is sent and signed, the same bytes at every attempt.
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Position in the schedule; a replay begins again at 0 while the record of attempts goes on.
  attempts_made integer not null default 0,
  next_attempt_at timestamptz,
  -- Held by one dispatcher until then; a dispatcher that died is followed by another after it.
  leased_until timestamptz,
  lease uuid,
  -- The request's trace, carried on to the receiver.
  traceparent text,
  created_at timestamptz not null,
  settled_at timestamptz,
  replayed_by text,
  check ((state = 'pending') = (next_attempt_at is not null))
);

create index deliveries_due on deliveries (account, next_attempt_at) where state = 'pending';
create index deliveries_by_account on deliveries (account, id);
create index deliveries_failed on deliveries (account, settled_at) where state = 'failed';

create table attempts (
  id bigint generated always as identity primary key,
  delivery uuid not null references deliveries (id) on delete cascade,
  at timestamptz not null,
  status integer,
  duration_ms integer not null,
  outcome text not null,
  response text,
  reason text
);

create index attempts_by_delivery on attempts (delivery, id);

-- down
drop table attempts;
drop table deliveries;
