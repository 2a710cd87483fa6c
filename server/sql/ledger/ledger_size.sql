-- Counts transfers and postings.
CREATE OR REPLACE VIEW ledger_size AS
  SELECT (SELECT count(*)::integer FROM transfers) AS transfers, (SELECT count(*)::integer FROM postings) AS postings;
