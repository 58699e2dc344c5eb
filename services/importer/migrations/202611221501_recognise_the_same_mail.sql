-- The same bytes under another UID (a folder that was numbered anew, a mail delivered twice) make nothing again.

-- up
alter table mails
  -- The mail that was handled for this one; it is filed wherever that one is.
  add column same_as uuid references mails (id);

create index mails_by_content on mails (raw_sha256) where same_as is null and raw_sha256 <> '';
create index mails_repeated on mails (same_as) where same_as is not null;

-- down
alter table mails drop column same_as;
