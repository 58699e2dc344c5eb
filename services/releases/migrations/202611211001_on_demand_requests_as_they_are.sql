-- A request with long tracks has a megabyte of numbers: compressing it held up each creation for 20 ms and saved less than one of its pictures takes.
-- up
ALTER TABLE on_demand_requests ALTER COLUMN request SET STORAGE EXTERNAL;
-- down
ALTER TABLE on_demand_requests ALTER COLUMN request SET STORAGE EXTENDED;
