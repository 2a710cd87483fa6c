-- Lists the money that runs hold now, in nano-USD.
CREATE OR REPLACE VIEW live_holds AS
  SELECT run_id, account_id, amount FROM holds WHERE state = 'live';
