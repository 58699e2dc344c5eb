-- Old log entries, outcomes of commands and daily counts are deleted: the oldest must be found without reading the tables.
-- up
CREATE INDEX audit_entries_at ON audit_entries (at);
CREATE INDEX settled_commands_settled_at ON settled_commands (settled_at);
CREATE INDEX guidebook_usage_day ON guidebook_usage (day);
-- down
DROP INDEX guidebook_usage_day;
DROP INDEX settled_commands_settled_at;
DROP INDEX audit_entries_at;
