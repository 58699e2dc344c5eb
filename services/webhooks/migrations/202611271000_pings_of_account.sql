-- The pings of an account in the last day are counted at each ping, however many other deliveries the account has.

-- up
create index deliveries_pings on deliveries (account, created_at) where kind = 'ping';

-- down
drop index deliveries_pings;
