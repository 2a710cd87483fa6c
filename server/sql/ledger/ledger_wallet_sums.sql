-- Lists the amounts in each wallet's row together with the sums of its postings, lots and holds.
CREATE OR REPLACE VIEW ledger_wallet_sums AS
  SELECT w.account_id, w.wallet_ledger_id, w.earnings_ledger_id, w.balance, w.held, w.spent, w.claimed,
    lots.remaining AS lots_remaining, holds.amount AS holds_live,
    coalesce(p.total, 0) AS posted, coalesce(p.spent, 0) AS posted_spent, coalesce(e.claimed, 0) AS posted_claimed
  FROM wallets w
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(l.remaining), 0) AS remaining FROM wallet_lots l WHERE l.account_id = w.account_id
  ) lots ON true
  LEFT JOIN (
    SELECT account_id, sum(amount) AS amount FROM holds WHERE state = 'live' GROUP BY account_id
  ) holds ON holds.account_id = w.account_id
  LEFT JOIN (
    SELECT p.ledger_account_id, sum(p.amount) AS total, -sum(p.amount) FILTER (WHERE t.gross IS NOT NULL) AS spent
    FROM postings p JOIN transfers t ON t.id = p.transfer_id
    WHERE p.lot_id IS NOT NULL
    GROUP BY p.ledger_account_id
  ) p ON p.ledger_account_id = w.wallet_ledger_id
  LEFT JOIN (
    SELECT p.ledger_account_id, -sum(p.amount) AS claimed
    FROM postings p JOIN transfers t ON t.id = p.transfer_id
    WHERE t.kind IN ('claim', 'clawback')
    GROUP BY p.ledger_account_id
  ) e ON e.ledger_account_id = w.earnings_ledger_id;
