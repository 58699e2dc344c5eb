-- Releases that were revoked before geodata was notified of it still have their generated guidebooks, whose items cannot be deleted.
-- up
INSERT INTO outbox (message_id, type, subject, data)
  SELECT gen_random_uuid(), 'release.revoked.v1', key::text,
    json_build_object('account', account, 'release', id, 'key', key, 'generation', generation)
  FROM releases WHERE revoked_at IS NOT NULL AND kind <> 'plain';
-- down
-- What was sent stays sent.
