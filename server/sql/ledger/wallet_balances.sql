-- Lists the balance, the held amount and the spending of each wallet, in nano-USD.
CREATE OR REPLACE VIEW wallet_balances AS
  SELECT account_id, balance, held, spent FROM wallets;
