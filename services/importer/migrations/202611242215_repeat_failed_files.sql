-- A file of which rows failed may be sent again: only those rows are tried again.

-- up
create index runs_by_content on runs (account, file_sha256) where not test;
create unique index runs_in_process_by_content on runs (account, file_sha256) where not test and state = 'processing';
drop index runs_by_file;

-- down
-- Of several completed runs of a file, the oldest keeps the content by which it is recognised.
update runs set file_sha256 = file_sha256 || '/' || id
  where not test and state in ('processing', 'completed')
    and exists (
      select from runs earlier
       where earlier.account = runs.account and earlier.file_sha256 = runs.file_sha256 and earlier.id < runs.id
         and not earlier.test and earlier.state in ('processing', 'completed')
    );
create unique index runs_by_file on runs (account, file_sha256)
  where not test and state in ('processing', 'completed');
drop index runs_in_process_by_content;
drop index runs_by_content;
