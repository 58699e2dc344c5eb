-- Office staff search the releases of their account by the address that was given with them.
-- up
CREATE INDEX releases_email_of_account ON releases (account, lower(email), id) WHERE email IS NOT NULL;
-- down
DROP INDEX releases_email_of_account;
