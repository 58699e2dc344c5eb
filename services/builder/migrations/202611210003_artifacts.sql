-- What was made once from the same ingredients is not made again: files by the hash of everything that goes into them.
-- up
CREATE TABLE artifacts (
  account text NOT NULL,
  -- Of all ingredients and of the recipe's version; whatever is personal names its release among them.
  ingredients text NOT NULL,
  key text NOT NULL,
  bytes bigint NOT NULL,
  media_type text NOT NULL,
  -- What is known of the file beside its size: pages, width, height, warnings.
  facts jsonb NOT NULL DEFAULT '{}',
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, ingredients)
);
-- down
DROP TABLE artifacts;
