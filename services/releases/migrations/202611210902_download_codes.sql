-- One code names one release within an account, whether the account is its operator or its seller: the primary key decides, also between rivals.
-- up
CREATE TABLE download_codes (
  account uuid NOT NULL,
  code bigint NOT NULL CHECK (code BETWEEN 1 AND 9007199254740991),
  role text NOT NULL CHECK (role IN ('operator', 'seller')),
  -- The release belongs to its operator, who is another account than the code's when the role is seller.
  operator uuid NOT NULL,
  release_id bigint NOT NULL,
  PRIMARY KEY (account, code),
  FOREIGN KEY (operator, release_id) REFERENCES releases (account, id)
);
CREATE UNIQUE INDEX download_codes_of_release ON download_codes (operator, release_id, role);
-- down
DROP TABLE download_codes;
