-- What a release names is an item and not the custom ID that the item had on that day: the item is stored with the release.
-- up
-- At most one row a release, and none for a plain one. Releases from before get theirs with their next build.
CREATE TABLE used_items (
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  -- [{use, library, customId, item}]: the item to which a name in one part of the request is bound. Items that were named by their
  -- internal ID, and the template, are there without custom IDs.
  bindings jsonb NOT NULL,
  -- The items of the bindings, to find the releases that use an item.
  item_ids uuid[] NOT NULL,
  -- The last announcement of changed content for which a build was requested.
  seen_version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account, release_id),
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id)
);
CREATE INDEX used_items_item_ids ON used_items USING gin (item_ids);
-- down
DROP TABLE used_items;
