-- Accounts take turns at the handling of mails, so that a thousand mails of one delay another's by a few.

-- up
-- Whose turn the mail waits for; the nil UUID: the turn that senders share who are on no account's list or are not authentic.
alter table mails add column turn_account uuid not null default '00000000-0000-0000-0000-000000000000';
create index mails_by_turn on mails (turn_account, id) where state = 'stored';

create table mail_turns (
  account uuid primary key,
  -- When a mail of the account was last taken up.
  taken_at timestamptz
);
insert into mail_turns (account) values ('00000000-0000-0000-0000-000000000000');

-- down
drop table mail_turns;
drop index mails_by_turn;
alter table mails drop column turn_account;
