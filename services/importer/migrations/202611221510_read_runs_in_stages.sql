-- Reading, commanding and settling go on side by side: a run knows how far each has come and counts its rows as they are decided,
-- so that no message has to look at all rows. Rows are narrower: what a row asked for and said is kept only while it is needed.

-- up
alter table runs
  -- The extracted file in the object store; null for what was refused before there was one.
  add column file_key text,
  -- Rows up to this one are recorded; reading goes on behind it after a crash.
  add column recorded_row integer not null default 0,
  -- Rows up to this one have their command, or need none.
  add column commanded_row integer not null default 0,
  -- Recorded rows by their status, kept by whoever changes one, in the same transaction.
  add column pending integer not null default 0,
  add column created integer not null default 0,
  add column changed integer not null default 0,
  add column unchanged integer not null default 0,
  add column failed integer not null default 0,
  -- How often the step that is under way has failed by itself, and when it is tried again.
  add column attempts integer not null default 0,
  add column retry_at timestamptz;

-- A row is updated in place when its outcome comes.
alter table runs set (fillfactor = 50);

update runs u set recorded_row = c.last, commanded_row = c.last, pending = c.pending,
  created = c.created, changed = c.changed, unchanged = c.unchanged, failed = c.failed
from (
  select run, max(row) as last,
    count(*) filter (where status = 'pending') as pending,
    count(*) filter (where status = 'created') as created,
    count(*) filter (where status = 'changed') as changed,
    count(*) filter (where status = 'unchanged') as unchanged,
    count(*) filter (where status = 'failed') as failed
  from rows group by run
) c
where u.id = c.run;

create index runs_to_read on runs (account, mail, attachment) where state = 'processing' and not read_completely;
create index runs_to_command on runs (account, mail, attachment)
  where state = 'processing' and not test and commanded_row < recorded_row;
create index runs_to_finish on runs (mail) where state = 'processing' and read_completely and pending = 0;
create index runs_by_file_key on runs (file_key);

drop index rows_pending;
alter table rows
  -- The release that a pending row asks for.
  add column request json,
  -- Of rows that succeeded nothing is kept; the others are sent back to be mended.
  alter column cells drop not null,
  alter column cells type json,
  alter column errors drop default,
  alter column errors type json;
alter table rows alter column errors set default '[]';

-- down
alter table rows alter column errors drop default;
update rows set cells = '[]' where cells is null;
alter table rows
  drop column request,
  alter column cells type jsonb,
  alter column cells set not null,
  alter column errors type jsonb;
alter table rows alter column errors set default '[]';
create index rows_pending on rows (run) where status = 'pending';
drop index runs_by_file_key;
drop index runs_to_finish;
drop index runs_to_command;
drop index runs_to_read;
alter table runs reset (fillfactor);
alter table runs
  drop column file_key,
  drop column recorded_row,
  drop column commanded_row,
  drop column pending,
  drop column created,
  drop column changed,
  drop column unchanged,
  drop column failed,
  drop column attempts,
  drop column retry_at;
