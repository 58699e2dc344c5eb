-- How each account's booking lists are read; set by support.

-- up
create table import_configurations (
  account uuid primary key,
  configuration jsonb not null,
  updated_at timestamptz not null
);

-- Which account may send from an address; one address sends for one account.
create table import_senders (
  address text primary key,
  account uuid not null references import_configurations (account) on delete cascade
);

create index import_senders_by_account on import_senders (account);

-- down
drop table import_senders;
drop table import_configurations;
