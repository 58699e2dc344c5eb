-- One run for each CSV file, and its rows: what each asked for and what became of it.

-- up
create table runs (
  id uuid primary key,
  mail uuid not null references mails (id),
  account uuid,
  -- Position of the file among the attachments of its mail.
  attachment integer not null,
  file_name text,
  file_sha256 text not null,
  test boolean not null,
  state text not null check (state in ('quarantined', 'processing', 'completed', 'failed')),
  reason text,
  dialect jsonb,
  -- Every row has been read and recorded; the run ends when none of them is pending.
  read_completely boolean not null default false,
  header jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (mail, attachment)
);

create index runs_by_account on runs (account, id);
-- The same file twice makes no second release.
create unique index runs_by_file on runs (account, file_sha256)
  where not test and state in ('processing', 'completed');

create table rows (
  run uuid not null references runs (id) on delete cascade,
  row integer not null,
  status text not null check (status in ('created', 'changed', 'unchanged', 'failed', 'pending')),
  -- Of the command that was sent for the row; null for a row that was refused here.
  command uuid unique,
  download_code bigint,
  link text,
  cells jsonb not null,
  errors jsonb not null default '[]',
  primary key (run, row)
);

create index rows_pending on rows (run) where status = 'pending';

-- down
drop table rows;
drop table runs;
