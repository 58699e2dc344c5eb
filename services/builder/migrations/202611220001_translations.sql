-- A text that was translated once is stored and not paid for again, and what an account had translated is counted.
-- up
CREATE TABLE translations (
  account text NOT NULL,
  source text NOT NULL,
  target text NOT NULL,
  format text NOT NULL CHECK (format IN ('plain', 'html')),
  -- SHA-256 of the text, hex.
  hash text NOT NULL,
  characters integer NOT NULL,
  -- Null while someone asks the provider for it: whoever holds the claim, until it runs out.
  translation text,
  claim uuid,
  claimed_until timestamptz,
  -- The build that had it translated.
  release bigint NOT NULL,
  generation integer NOT NULL,
  translated_at timestamptz,
  PRIMARY KEY (account, source, target, format, hash),
  CHECK ((translation IS NULL) = (claim IS NOT NULL AND claimed_until IS NOT NULL)),
  CHECK ((translation IS NULL) = (translated_at IS NULL))
);
CREATE INDEX translations_build ON translations (account, release, generation);

CREATE TABLE translation_usage (
  account text NOT NULL,
  -- Its first day, in UTC.
  month date NOT NULL,
  texts bigint NOT NULL,
  characters bigint NOT NULL,
  PRIMARY KEY (account, month)
);
-- down
DROP TABLE translation_usage;
DROP TABLE translations;
