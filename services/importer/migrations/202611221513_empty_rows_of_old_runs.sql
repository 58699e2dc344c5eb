-- What failed rows said is personal: it goes with the raw mail, the rows and what became of them stay.

-- up
alter table runs add column emptied boolean not null default false;
create index runs_to_empty on runs (finished_at) where not emptied and finished_at is not null;

-- down
drop index runs_to_empty;
alter table runs drop column emptied;
