import { parseMigration } from './migration-file.ts'

export const accountProjectionMigration = parseMigration(
  'kit/202601010004_account_projections',
  `-- Each service keeps the few facts about an account that it needs, so that it works while the gateway is away.
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
)

export const accountProjectionOidMigration = parseMigration(
  'kit/202601010006_account_projections_oid_not_unique',
  `-- That OIDs are unique is the gateway's to hold. A second unique index makes two first looks at one account collide, since an upsert settles
-- conflicts of one index only.
-- up
DROP INDEX account_projections_oid;
CREATE INDEX account_projections_oid ON account_projections (oid);
-- down
DROP INDEX account_projections_oid;
CREATE UNIQUE INDEX account_projections_oid ON account_projections (oid);
`,
)
