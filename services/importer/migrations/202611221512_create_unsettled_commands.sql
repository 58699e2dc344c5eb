-- The commands that releases has not answered yet: few per account, so that nobody's file holds up another's.

-- up
create table unsettled_commands (
  command uuid primary key,
  account uuid not null,
  download_code bigint not null,
  -- Of the message that carries it: one that has not left yet can have no answer.
  message uuid not null,
  sent_at timestamptz not null
);
create index unsettled_commands_by_account on unsettled_commands (account);
create index unsettled_commands_by_sent_at on unsettled_commands (sent_at);
-- Rows live for moments: without this the table would be swept only after it has grown by a fifth.
alter table unsettled_commands set (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 2000);

insert into unsettled_commands (command, account, download_code, message, sent_at)
select r.command, u.account, r.download_code, r.command, now()
from rows r join runs u on u.id = r.run
where r.status = 'pending' and r.command is not null and r.download_code is not null and u.account is not null;

-- down
drop table unsettled_commands;
