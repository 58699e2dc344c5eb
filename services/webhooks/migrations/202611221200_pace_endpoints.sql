-- How fast an endpoint may be asked, and whether it is being given a rest.

-- up
alter table endpoints
  -- Attempts that may be begun at `allowance_at`; it grows with time up to one second's worth.
  add column allowance double precision not null default 0,
  add column allowance_at timestamptz not null default 'epoch',
  -- Nothing is attempted before; how often in a row it was put off since the last success.
  add column paused_until timestamptz,
  add column pauses integer not null default 0;

-- Attempts under way are counted for each endpoint at every claim, however many deliveries wait.
create index deliveries_under_way on deliveries (account, leased_until) where lease is not null;

-- down
drop index deliveries_under_way;
alter table endpoints drop column allowance, drop column allowance_at, drop column paused_until, drop column pauses;
