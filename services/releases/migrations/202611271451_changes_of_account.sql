-- The office sees the newest changes of all its releases. New releases and builds add nothing to the index.
-- up
CREATE INDEX audit_entries_changes ON audit_entries (account, id)
  WHERE action NOT IN ('release.created', 'release.shared', 'content.changed', 'device.registered') AND action NOT LIKE 'build.%';
-- down
DROP INDEX audit_entries_changes;
