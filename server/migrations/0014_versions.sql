-- Versions of an agent one after the other, and prices that rise with notice (reading 27, issue 5).

-- What the developer says is new in a version, for everybody who sees the agent. It never changes, as the file.
ALTER TABLE agent_versions ADD COLUMN notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 2000);
-- When the agent was last pointed to this version: the deployments that the studio shows.
ALTER TABLE agent_versions ADD COLUMN activated_at timestamptz NOT NULL DEFAULT now();
UPDATE agent_versions SET activated_at = created_at;

DROP TRIGGER agent_versions_immutable ON agent_versions;
CREATE TRIGGER agent_versions_immutable BEFORE UPDATE OF id, agent_id, number, source_sha256, source, filename,
    framework, agent_type, entry, input_schema, manifest, examples, environment_digest, notes, created_at
  ON agent_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Price rises that were announced. The key is the rule: at most one of an agent a month, one that was taken back
-- included. Rows stay as long as their agent, twelve a year at most. Until its time has come a rise is a row of
-- agent_prices too.
CREATE TABLE agent_price_rises (
  agent_id integer NOT NULL REFERENCES agents,
  -- The first day of the month (UTC) in which it was announced.
  month date NOT NULL CHECK (month = date_trunc('month', month::timestamp)),
  price_per_token_nano bigint NOT NULL
    CHECK (price_per_token_nano > 0 AND price_per_token_nano % 1000 = 0),
  announced_at timestamptz NOT NULL,
  effective_from timestamptz NOT NULL CHECK (effective_from > announced_at),
  -- By a cut, or by the present price put again.
  taken_back_at timestamptz CHECK (taken_back_at < effective_from),
  PRIMARY KEY (agent_id, month)
);

-- Puts a price on an agent whose row the caller has locked. The first price and cuts hold at once, and take back a
-- rise to come; a rise holds after the notice. A rise to come may be lowered, and keeps its day.
-- `moment`: from when a new price holds; where it is refused, when the next rise can be announced.
CREATE FUNCTION change_agent_price(
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

-- Until when the price of a search document holds; null without an end. What it is then is written by a job.
ALTER TABLE search_documents ADD COLUMN price_until timestamptz;
CREATE INDEX search_documents_price_until ON search_documents (price_until) WHERE price_until IS NOT NULL;

-- Brings the prices that the marketplace sorts and filters by up to date. It waits for no lock: a document that
-- another transaction writes is brought up to date by that one, or the next time.
CREATE FUNCTION begin_search_prices() RETURNS bigint LANGUAGE sql AS $$
  WITH due AS (
    SELECT agent_id FROM search_documents WHERE price_until <= now()
    ORDER BY agent_id FOR NO KEY UPDATE SKIP LOCKED
  ), begun AS (
    UPDATE search_documents d SET
      price_per_token_nano = (SELECT p.price_per_token_nano FROM agent_prices p
        WHERE p.agent_id = d.agent_id AND p.effective_from <= now() ORDER BY p.effective_from DESC LIMIT 1),
      price_until = (SELECT min(p.effective_from) FROM agent_prices p
        WHERE p.agent_id = d.agent_id AND p.effective_from > now())
    FROM due WHERE d.agent_id = due.agent_id RETURNING 1
  )
  SELECT count(*) FROM begun
$$;
