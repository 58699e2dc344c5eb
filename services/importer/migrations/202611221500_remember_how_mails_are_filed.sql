-- A move that a crash interrupts must not leave a mail in two folders: where it was going to is written down before.

-- up
alter table mails
  -- The folder it is on its way to, and what that folder's next mail would have been called when the move began.
  add column filing_folder text,
  add column filing_uid_validity bigint,
  add column filing_uid_next bigint,
  -- The server refused to move it: why, how often, and when it is tried again.
  add column filing_fault text,
  add column filing_attempts integer not null default 0,
  add column file_after timestamptz;

create index mails_by_filing on mails (filing_folder, filing_uid_validity, filing_uid_next) where filing_folder is not null;

-- down
drop index mails_by_filing;
alter table mails
  drop column filing_folder,
  drop column filing_uid_validity,
  drop column filing_uid_next,
  drop column filing_fault,
  drop column filing_attempts,
  drop column file_after;
