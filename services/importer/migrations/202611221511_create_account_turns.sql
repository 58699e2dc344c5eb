-- Accounts take turns: one run of an account is read at a time, and the account that was served longest ago comes first.

-- up
create table account_turns (
  account uuid primary key,
  -- The process that reads a run of the account, and until when it is believed to live.
  reader uuid,
  leased_until timestamptz,
  read_at timestamptz,
  commanded_at timestamptz
);

insert into account_turns (account) select distinct account from runs where account is not null;

-- down
drop table account_turns;
