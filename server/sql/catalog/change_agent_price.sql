-- Sets the price of an agent whose row the caller has locked, in nano-USD per token. The first price and cuts take
-- effect immediately, and cancel an announced increase. An increase takes effect after the notice period. An announced
-- increase may be lowered, and keeps its date. `moment` is when a new price takes effect, or, if it is refused, when
-- the next increase can be announced.
CREATE OR REPLACE FUNCTION change_agent_price(
  p_agent_id integer, p_price bigint, p_notice interval, p_at timestamptz DEFAULT clock_timestamp()
) RETURNS TABLE (outcome text, moment timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  present bigint;
  coming agent_prices;
  this_month constant timestamp := date_trunc('month', p_at AT TIME ZONE 'UTC');
BEGIN
  SELECT p.price_per_token_nano INTO present FROM agent_prices p
    WHERE p.agent_id = p_agent_id AND p.effective_from <= p_at ORDER BY p.effective_from DESC LIMIT 1;
  SELECT * INTO coming FROM agent_prices p
    WHERE p.agent_id = p_agent_id AND p.effective_from > p_at ORDER BY p.effective_from LIMIT 1;

  IF present IS NULL OR p_price <= present THEN
    DELETE FROM agent_prices p WHERE p.agent_id = p_agent_id AND p.effective_from > p_at;
    UPDATE agent_price_rises r SET taken_back_at = p_at
      WHERE r.agent_id = p_agent_id AND r.effective_from > p_at AND r.taken_back_at IS NULL;
    IF p_price IS DISTINCT FROM present THEN
      INSERT INTO agent_prices (agent_id, price_per_token_nano, effective_from) VALUES (p_agent_id, p_price, p_at);
      RETURN QUERY SELECT 'holds', p_at;
    ELSIF coming.agent_id IS NOT NULL THEN
      RETURN QUERY SELECT 'taken_back', p_at;
    ELSE
      RETURN QUERY SELECT 'unchanged', p_at;
    END IF;
  ELSIF coming.agent_id IS NOT NULL AND p_price > coming.price_per_token_nano THEN
    RETURN QUERY SELECT 'rise_is_coming', coming.effective_from;
  ELSIF coming.agent_id IS NOT NULL THEN
    UPDATE agent_prices p SET price_per_token_nano = p_price
      WHERE p.agent_id = p_agent_id AND p.effective_from = coming.effective_from;
    UPDATE agent_price_rises r SET price_per_token_nano = p_price
      WHERE r.agent_id = p_agent_id AND r.effective_from = coming.effective_from AND r.taken_back_at IS NULL;
    RETURN QUERY SELECT 'announced', coming.effective_from;
  ELSIF EXISTS (SELECT FROM agent_price_rises r WHERE r.agent_id = p_agent_id AND r.month = this_month::date) THEN
    RETURN QUERY SELECT 'risen_this_month', (this_month + interval '1 month') AT TIME ZONE 'UTC';
  ELSE
    INSERT INTO agent_price_rises (agent_id, month, price_per_token_nano, announced_at, effective_from)
      VALUES (p_agent_id, this_month::date, p_price, p_at, p_at + p_notice);
    INSERT INTO agent_prices (agent_id, price_per_token_nano, effective_from)
      VALUES (p_agent_id, p_price, p_at + p_notice);
    RETURN QUERY SELECT 'announced', p_at + p_notice;
  END IF;
END $$;
