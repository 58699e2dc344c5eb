-- Operators search their releases by the seller's code, too.
-- up
CREATE INDEX releases_seller_code_of_account ON releases (account, seller_download_code, id) WHERE seller_download_code IS NOT NULL;
-- down
DROP INDEX releases_seller_code_of_account;
