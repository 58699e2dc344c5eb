-- Who asked for which delivery to be sent again; when what is told about happened; which lease an attempt was made under.

-- up
create table replays (
  id bigint generated always as identity primary key,
  delivery uuid not null references deliveries (id) on delete cascade,
  at timestamptz not null,
  actor text not null
);

create index replays_by_delivery on replays (delivery, id);

insert into replays (delivery, at, actor)
select id, coalesce(settled_at, next_attempt_at, created_at), replayed_by from deliveries where replayed_by is not null;

-- When what is told about was committed; null in rows from before, and in pings.
alter table deliveries add column occurred_at timestamptz;

-- One attempt for each lease: a result that is written twice, because nobody knew whether the first time had worked, stands once.
alter table attempts add column lease uuid;
create unique index attempts_by_lease on attempts (delivery, lease);

-- down
drop index attempts_by_lease;
alter table attempts drop column lease;
alter table deliveries drop column occurred_at;
drop table replays;
