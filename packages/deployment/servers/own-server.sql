
-- Only for a server without other databases: by default every role may connect to this one, too, and create temporary tables there.
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
