-- Support asks by the code of a release that was revoked, whose codes are free again, and by the address that errors are mailed to.
-- up
CREATE INDEX releases_revoked_code ON releases (download_code, account) WHERE revoked_at IS NOT NULL;
CREATE INDEX releases_revoked_seller_code ON releases (seller_download_code, seller)
  WHERE revoked_at IS NOT NULL AND seller_download_code IS NOT NULL;
CREATE INDEX releases_email ON releases (lower(email), id) WHERE email IS NOT NULL;
-- down
DROP INDEX releases_email;
DROP INDEX releases_revoked_seller_code;
DROP INDEX releases_revoked_code;
