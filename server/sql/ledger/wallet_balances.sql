-- What each wallet has, holds and has spent, in nano-USD.
CREATE OR REPLACE VIEW wallet_balances AS
  SELECT account_id, balance, held, spent FROM wallets;
