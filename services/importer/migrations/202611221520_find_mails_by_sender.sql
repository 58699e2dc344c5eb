-- How often a sender was told lately that nothing could be read.

-- up
create index mails_by_sender on mails (sender, finished_at) where state = 'failed';

-- down
drop index mails_by_sender;
