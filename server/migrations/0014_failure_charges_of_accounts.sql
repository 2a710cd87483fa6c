-- What failed runs were charged is part of what an account spent. Few runs have such a charge: usage figures of all time
-- find them without reading all runs of the account.
CREATE INDEX runs_failure_charges ON runs (account_id) WHERE failure_charge > 0;
