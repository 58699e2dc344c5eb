-- Old runs and mails are deleted: the oldest must be found without reading the tables.

-- up
create index runs_finished_at on runs (finished_at) where finished_at is not null;
create index mails_received_at on mails (received_at);

-- down
drop index mails_received_at;
drop index runs_finished_at;
