-- The charges for failed runs are part of an account's spending. Few runs have such a charge, so this index finds them
-- for usage figures of all time without reading all runs of the account.
CREATE INDEX runs_failure_charges ON runs (account_id) WHERE failure_charge > 0;
