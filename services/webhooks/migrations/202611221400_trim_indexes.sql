-- Less to write and to pass over for each delivery.

-- up
-- Many deliveries of an endpoint become due at the same moment, when they are replayed. Kept together in one entry, those that are
-- done could not be passed over until the last of them is.
drop index deliveries_due;
create index deliveries_due on deliveries (account, next_attempt_at) with (deduplicate_items = off) where state = 'pending';
-- `attempts_by_lease` begins with the delivery too.
drop index attempts_by_delivery;

-- down
create index attempts_by_delivery on attempts (delivery, id);
drop index deliveries_due;
create index deliveries_due on deliveries (account, next_attempt_at) where state = 'pending';
