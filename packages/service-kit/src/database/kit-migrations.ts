import { type Migration, parseMigration } from './migration-file.ts'

/**
 * The tables of the kit, which every service has. In code, not in files, so that a bundle contains them. Never change an applied
 * migration: add another one.
 */
export const kitMigrations: readonly Migration[] = Object.entries({
  '202601010000_outbox': `-- A message is sent exactly if the change that it tells of was committed: both are written in one transaction.
-- up
-- A row is a message that is still to be sent: the relay deletes it when the broker has confirmed it, and tries it when retry_at
-- has come. The data is json, not jsonb, so that it leaves as it was written.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id uuid NOT NULL,
  type text NOT NULL,
  subject text,
  data json NOT NULL,
  traceparent text,
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  retry_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  last_error text
);
CREATE INDEX outbox_retry_at ON outbox (retry_at);
-- Rows live for milliseconds: without this the table would be swept only after it has grown by a fifth.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 2000);
-- down
DROP TABLE outbox;
`,
  '202601010001_inbox': `-- A message that comes twice has its effect once: its id is written in the transaction of the effect.
-- up
CREATE TABLE inbox (
  message_id uuid NOT NULL,
  queue text NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (message_id, queue)
);
CREATE INDEX inbox_handled_at ON inbox USING brin (handled_at);
-- down
DROP TABLE inbox;
`,
  '202601010002_idempotency_keys': `-- A request that is repeated with its Idempotency-Key gets the answer of the first: stored in the transaction of the effect.
-- up
CREATE TABLE idempotency_keys (
  account text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  -- null: the answer held a secret and was not kept.
  reply jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, method, path, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING brin (created_at);
-- down
DROP TABLE idempotency_keys;
`,
  '202601010003_outgoing_mails': `-- A mail is sent if the change that it tells of was committed, and goes on being tried while the mail server is away.
-- up
CREATE TABLE outgoing_mails (
  id uuid PRIMARY KEY,
  content jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz
);
CREATE INDEX outgoing_mails_waiting ON outgoing_mails (next_attempt_at) WHERE state = 'waiting';
-- down
DROP TABLE outgoing_mails;
`,
  '202601010004_account_projections': `-- Each service keeps the few facts about an account that it needs, so that it works while the gateway is away.
-- up
CREATE TABLE account_projections (
  id uuid PRIMARY KEY,
  oid text NOT NULL,
  -- Grows with each change at the gateway: an older message is ignored.
  version bigint NOT NULL,
  projection jsonb NOT NULL
);
CREATE UNIQUE INDEX account_projections_oid ON account_projections (oid);
-- down
DROP TABLE account_projections;
`,
  '202601010005_idempotency_replies_as_written': `-- A repeat gets the very bytes of the first answer, and so its entity tag: jsonb would put the fields in another order.
-- up
ALTER TABLE idempotency_keys ALTER COLUMN reply TYPE json USING reply::json;
-- down
ALTER TABLE idempotency_keys ALTER COLUMN reply TYPE jsonb USING reply::jsonb;
`,
  '202601010006_account_projections_oid_not_unique': `-- That OIDs are unique is the gateway's to hold. A second unique index makes two first looks at one account collide, since an upsert settles
-- conflicts of one index only.
-- up
DROP INDEX account_projections_oid;
CREATE INDEX account_projections_oid ON account_projections (oid);
-- down
DROP INDEX account_projections_oid;
CREATE UNIQUE INDEX account_projections_oid ON account_projections (oid);
`,
  '202601010007_sent_messages': `-- A restored database knows nothing of what the broker held: what was sent lately can be sent again.
-- up
CREATE TABLE sent_messages (
  message_id uuid NOT NULL,
  type text NOT NULL,
  subject text,
  data json NOT NULL,
  traceparent text,
  request_id text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
-- The only index: rows are found by their time, when they expire and when they are sent again.
CREATE INDEX sent_messages_sent_at ON sent_messages (sent_at);
-- Rows live for a day: vacuum as soon as a sweep has deleted some.
ALTER TABLE sent_messages SET (autovacuum_vacuum_scale_factor = 0.02);
-- down
DROP TABLE sent_messages;
`,
  '202601010008_expired_rows_by_time': `-- A sweep must find the oldest rows without reading the table. A BRIN index cannot: new rows fill the pages of deleted ones.
-- up
-- The old indexes are dropped last: from then on, readers wait too.
ALTER INDEX inbox_handled_at RENAME TO old_inbox_handled_at;
ALTER INDEX idempotency_keys_created_at RENAME TO old_idempotency_keys_created_at;
CREATE INDEX inbox_handled_at ON inbox (handled_at);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
CREATE INDEX outgoing_mails_settled_at ON outgoing_mails (settled_at) WHERE settled_at IS NOT NULL;
DROP INDEX old_inbox_handled_at, old_idempotency_keys_created_at;
-- down
DROP INDEX outgoing_mails_settled_at;
DROP INDEX idempotency_keys_created_at;
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING brin (created_at);
DROP INDEX inbox_handled_at;
CREATE INDEX inbox_handled_at ON inbox USING brin (handled_at);
`,
  '202611261100_mails_by_subject_matter': `-- Support asks which mails were sent about a release or to an address.
-- up
-- What the mail is about: the key of a release, or the mail of an import that it answers; null in mails of older versions.
ALTER TABLE outgoing_mails ADD COLUMN about text, ADD COLUMN kind text;
CREATE INDEX outgoing_mails_about ON outgoing_mails (about, id) WHERE about IS NOT NULL;
CREATE INDEX outgoing_mails_to ON outgoing_mails (lower(content->>'to'), id);
-- down
DROP INDEX outgoing_mails_to;
DROP INDEX outgoing_mails_about;
ALTER TABLE outgoing_mails DROP COLUMN about, DROP COLUMN kind;
`,
  '202611262000_messages_by_people': `-- The receiver of a message names in its audit log the person who asked for it.
-- up
ALTER TABLE outbox ADD COLUMN actor text;
ALTER TABLE sent_messages ADD COLUMN actor text;
-- down
ALTER TABLE sent_messages DROP COLUMN actor;
ALTER TABLE outbox DROP COLUMN actor;
`,
  '202611271000_urgent_mails': `-- A code for signing in is valid for minutes: it does not wait behind other mails.
-- up
ALTER TABLE outgoing_mails ADD COLUMN urgent boolean NOT NULL DEFAULT false;
CREATE INDEX outgoing_mails_urgent ON outgoing_mails (next_attempt_at) WHERE state = 'waiting' AND urgent;
-- down
DROP INDEX outgoing_mails_urgent;
ALTER TABLE outgoing_mails DROP COLUMN urgent;
`,
  '202611272200_mails_of_accounts': `-- Mails of one account must not delay those of others.
-- up
-- The account that the mail is for, and the time of its first attempt. Null for mails of older versions and mails without an account.
ALTER TABLE outgoing_mails ADD COLUMN account text, ADD COLUMN first_attempt_at timestamptz;
CREATE INDEX outgoing_mails_account ON outgoing_mails (account, state, first_attempt_at) WHERE account IS NOT NULL;
-- down
DROP INDEX outgoing_mails_account;
ALTER TABLE outgoing_mails DROP COLUMN account, DROP COLUMN first_attempt_at;
`,
  '202611280300_large_replies': `-- What an account may store is limited, so that a flood of large responses does not fill the disk.
-- up
-- 0 also in rows of older versions.
ALTER TABLE idempotency_keys ADD COLUMN reply_bytes integer NOT NULL DEFAULT 0;
CREATE INDEX idempotency_keys_large ON idempotency_keys (account, created_at) INCLUDE (reply_bytes) WHERE reply_bytes > 65536;
-- down
DROP INDEX idempotency_keys_large;
ALTER TABLE idempotency_keys DROP COLUMN reply_bytes;
`,
}).map(([name, text]) => parseMigration(`kit/${name}`, text))
