-- Old deliveries are deleted: the oldest must be found without reading the table.

-- up
create index deliveries_settled on deliveries (settled_at) where state <> 'pending';

-- down
drop index deliveries_settled;
