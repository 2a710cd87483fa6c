-- Stores events of a run, given as [[seq, kind, milliseconds since 1970, sealed payload in base64, is_refusal], ...]. A
-- batch may come twice after a lost reply.
CREATE OR REPLACE FUNCTION append_run_events(p_run_id text, events json) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_events (run_id, seq, kind, at, payload, is_refusal)
  SELECT p_run_id, (e ->> 0)::integer, e ->> 1, to_timestamp((e ->> 2)::double precision / 1000),
    decode(e ->> 3, 'base64'), (e ->> 4)::boolean
  FROM json_array_elements(events) e
  ON CONFLICT DO NOTHING;
END $$;
