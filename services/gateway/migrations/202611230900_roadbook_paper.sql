-- What an account's roadbooks are printed on; those from before there was a choice are A4.
-- up
ALTER TABLE accounts ADD COLUMN roadbook_paper text NOT NULL DEFAULT 'A4' CHECK (roadbook_paper IN ('A4', 'A5'));
-- down
ALTER TABLE accounts DROP COLUMN roadbook_paper;
