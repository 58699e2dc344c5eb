-- An imported row that is sent again, even in another message, gets the outcome it had and no second effect.
-- up
CREATE TABLE settled_commands (
  account uuid NOT NULL,
  command_id text NOT NULL,
  outcome json NOT NULL,
  settled_at timestamptz NOT NULL,
  PRIMARY KEY (account, command_id)
);
-- down
DROP TABLE settled_commands;
