-- Every mail that was ever fetched, where it lay, and what became of it: position is by UIDVALIDITY and UID, never by flags.

-- up
create table mails (
  id uuid primary key,
  mailbox text not null,
  uid_validity bigint not null,
  uid bigint not null,
  -- The raw mail in the object store, and its hash: the same mail again under another UID is recognised.
  raw_key text not null,
  raw_sha256 text not null,
  bytes bigint not null,
  message_id text,
  sender text,
  subject text,
  account uuid,
  test boolean not null default false,
  state text not null default 'stored'
    check (state in ('stored', 'processing', 'completed', 'failed', 'quarantined')),
  reason text,
  -- Support let it out of quarantine: its sender is believed from then on.
  released_by text,
  received_at timestamptz not null,
  finished_at timestamptz,
  -- The folder it was moved to; null while it lies in the inbox.
  filed_to text,
  -- Held by one handler until then; another takes over after it.
  leased_until timestamptz,
  -- How often handling it has failed for no fault of its surroundings.
  attempts integer not null default 0,
  -- Sent by a machine: never answered (RFC 3834).
  automatic boolean not null default false,
  unique (mailbox, uid_validity, uid)
);

create index mails_to_handle on mails (id) where state in ('stored', 'processing');
create index mails_to_file on mails (mailbox, uid_validity, uid) where filed_to is null;
create index mails_by_message_id on mails (account, message_id);

-- down
drop table mails;
