-- A number from one counter told every partner how many releases all others make: numbers now come from the time and a worker's id.
-- up
-- As many ids as ten bits hold; they are used again, oldest first. `release_numbers` stays until no process of an older release runs.
CREATE SEQUENCE release_number_workers AS integer MINVALUE 0 MAXVALUE 1023 CYCLE;
-- down
DROP SEQUENCE release_number_workers;
