-- What was given up since a moment is sent again: found by when that was, not by when the event came into the queue.
DROP INDEX webhook_deliveries_failed;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint_id, ended_at) WHERE status = 'failed';
