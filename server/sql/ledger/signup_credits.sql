-- Lists the accounts that got starting credits.
CREATE OR REPLACE VIEW signup_credits AS
  SELECT account_id FROM wallet_lots WHERE kind = 'signup';
