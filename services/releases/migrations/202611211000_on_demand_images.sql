-- An image may be removed when no request refers to it: which ones a request refers to must be found without reading its body.
-- up
ALTER TABLE on_demand_requests ADD COLUMN image_keys text[] NOT NULL DEFAULT '{}';
UPDATE on_demand_requests SET image_keys =
  ARRAY(SELECT DISTINCT image #>> '{}' FROM jsonb_path_query(request::jsonb, 'strict $.**.image.key') AS image);
CREATE INDEX on_demand_requests_image_keys ON on_demand_requests USING gin (image_keys);
-- down
ALTER TABLE on_demand_requests DROP COLUMN image_keys;
