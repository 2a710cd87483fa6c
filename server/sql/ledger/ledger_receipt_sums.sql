-- Lists the amounts on the receipt of each run or refund together with the sums of its postings.
CREATE OR REPLACE VIEW ledger_receipt_sums AS
  SELECT t.id, t.kind, t.currency, t.external_ref, t.reverses_id, t.run_id, t.agent_id, t.agent_name, t.payer_account_id,
    t.developer_account_id, t.grant_kind, t.grant_period, t.gross, t.model_cost, t.fee, t.net, t.sponsored, t.loss, t.xid,
    t.created_at, coalesce(p.wallets, 0) AS posted_wallets, coalesce(p.earnings, 0) AS posted_earnings,
    coalesce(p.revenue, 0) AS posted_fee, coalesce(p.payable, 0) AS posted_payable, coalesce(p.loss, 0) AS posted_loss
  FROM transfers t
  LEFT JOIN (
    SELECT p.transfer_id, -sum(p.amount) FILTER (WHERE a.kind = 'wallet') AS wallets,
      sum(p.amount) FILTER (WHERE a.kind = 'earnings') AS earnings,
      sum(p.amount) FILTER (WHERE a.kind = 'platform_revenue') AS revenue,
      sum(p.amount) FILTER (WHERE a.kind = 'model_cost_payable') AS payable,
      -sum(p.amount) FILTER (WHERE a.kind = 'loss') AS loss
    FROM postings p JOIN ledger_accounts a ON a.id = p.ledger_account_id
    GROUP BY p.transfer_id
  ) p ON p.transfer_id = t.id
  WHERE t.gross IS NOT NULL;
