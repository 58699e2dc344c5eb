-- Lists are read from indexes alone where PostgreSQL knows that all rows of a page are visible, which vacuum records. By default a vacuum waits
-- until a fifth of the table has changed, and lists would read the wide rows of a growing part of the table.
-- up
ALTER TABLE releases SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.02
);
-- down
ALTER TABLE releases RESET (
  autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold,
  autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_insert_threshold,
  autovacuum_analyze_scale_factor
);
