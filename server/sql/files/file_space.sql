-- The space that an account's files take, and what an operator has set for them in place of the plan's limit.
CREATE OR REPLACE VIEW file_space AS SELECT account_id, bytes, own_limit FROM file_usage;
