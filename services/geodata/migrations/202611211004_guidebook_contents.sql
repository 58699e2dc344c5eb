-- What stands in a guidebook, and where: the foreign key keeps an item that is in use.
-- up
CREATE TABLE guidebook_stages (
  account text NOT NULL,
  guidebook_id uuid NOT NULL,
  number integer NOT NULL,
  titles json NOT NULL,
  PRIMARY KEY (account, guidebook_id, number),
  FOREIGN KEY (account, guidebook_id) REFERENCES guidebooks (account, id) ON DELETE CASCADE
);
CREATE TABLE guidebook_members (
  account text NOT NULL,
  guidebook_id uuid NOT NULL,
  -- null: the general part, whose section is `generalInfo`.
  stage integer,
  section text NOT NULL CHECK (section IN ('routes', 'pois', 'texts', 'generalInfo')),
  position integer NOT NULL,
  item_id uuid NOT NULL,
  CONSTRAINT guidebook_members_place UNIQUE NULLS NOT DISTINCT (account, guidebook_id, stage, section, position),
  CONSTRAINT guidebook_members_general CHECK ((stage IS NULL) = (section = 'generalInfo')),
  FOREIGN KEY (account, guidebook_id, stage) REFERENCES guidebook_stages (account, guidebook_id, number) ON DELETE CASCADE,
  FOREIGN KEY (account, guidebook_id) REFERENCES guidebooks (account, id) ON DELETE CASCADE,
  CONSTRAINT guidebook_members_item FOREIGN KEY (account, item_id) REFERENCES items (account, id)
);
CREATE INDEX guidebook_members_by_item ON guidebook_members (account, item_id);
-- down
DROP TABLE guidebook_members;
DROP TABLE guidebook_stages;
