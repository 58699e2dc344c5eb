-- Mails that the server could not hand out: each is tried again by itself and holds up no other.

-- up
create table unfetched_mails (
  mailbox text not null,
  uid_validity bigint not null,
  uid bigint not null,
  -- Tries that the server answered with a refusal, and those that ended with the connection.
  refusals integer not null default 0,
  losses integer not null default 0,
  reason text not null,
  since timestamptz not null,
  retry_at timestamptz not null,
  primary key (mailbox, uid_validity, uid)
);

-- down
drop table unfetched_mails;
