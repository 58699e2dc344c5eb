-- Travellers need tickets, vouchers and insurance policies on the way: operators attach them to a release as PDF files.
-- up
CREATE TABLE documents (
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  -- Ascending in time, so that it orders them.
  id uuid NOT NULL,
  title text NOT NULL,
  -- null: for all travellers.
  traveller text,
  -- Days on which travellers get it; null: as long as the release period.
  from_date date,
  until_date date,
  object_key text NOT NULL,
  bytes integer NOT NULL,
  encrypted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account, release_id, id),
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id),
  CHECK (from_date <= until_date)
);
-- An object is removed when no document refers to it.
CREATE INDEX documents_object_key ON documents (account, object_key);
CREATE INDEX documents_created_at ON documents (created_at);
-- down
DROP TABLE documents;
