-- Lists runs as the books and operators see them, without their inputs and outputs. Money is in nano-USD.
CREATE OR REPLACE VIEW run_records AS
  SELECT id AS run_id, root_id, parent_id, account_id, user_id, developer_account_id, agent_id, agent_name, version,
    status, stop_reason, error_code, created_at, ended_at, execution_ms, node_id, api_key_id, tokens_charged,
    price_per_token, cost, failure_charge, model_cost, fee, net, transfer_id, input_tokens
  FROM runs;
