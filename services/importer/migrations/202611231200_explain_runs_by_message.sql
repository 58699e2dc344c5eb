-- Why a run failed is stored as a message of the catalogue and its values, so that each reader gets it in their language.
-- The sentences of earlier runs stay in `reason`, which nothing writes any more.

-- up
alter table runs add column explanation json;

-- down
alter table runs drop column explanation;
