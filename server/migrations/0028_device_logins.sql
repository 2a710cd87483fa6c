-- Logins of programs without a browser, such as the command line (RFC 8628). The program polls with the device code, and a
-- person decides with the user code in a browser. Rows exist for minutes.
CREATE TABLE device_logins (
  device_hash bytea PRIMARY KEY CHECK (octet_length(device_hash) = 32),
  -- Eight letters without vowels, so that no words result and nothing looks like a digit.
  user_code text COLLATE "C" NOT NULL UNIQUE CHECK (user_code ~ '^[A-Z]{8}$'),
  client_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  polled_at timestamptz,
  is_refused boolean NOT NULL DEFAULT false,
  -- The person who approved the login, and the API key that is created when the program collects it.
  user_id text COLLATE "C" REFERENCES users,
  key_request jsonb,
  CHECK ((user_id IS NULL) = (key_request IS NULL)),
  CHECK (NOT is_refused OR user_id IS NULL)
);
CREATE INDEX device_logins_expired ON device_logins (expires_at);
CREATE INDEX device_logins_person ON device_logins (user_id) WHERE user_id IS NOT NULL;
