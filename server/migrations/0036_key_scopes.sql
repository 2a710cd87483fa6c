-- What an API key may do; null is everything, as the main key may. Keys that were made before keep what they could do.
ALTER TABLE api_keys ADD COLUMN scopes text[];
UPDATE api_keys SET scopes = '{read,run,agents:write,billing:read}' WHERE name <> 'main';
ALTER TABLE api_keys ADD CONSTRAINT api_keys_named_have_scopes CHECK (
  CASE WHEN scopes IS NULL THEN name = 'main' ELSE name <> 'main' AND cardinality(scopes) > 0 END
);
