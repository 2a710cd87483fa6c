-- The space for files that an operator has set for one account, in place of what its plan includes; null without one.
ALTER TABLE file_usage ADD COLUMN own_limit bigint CHECK (own_limit >= 0);
