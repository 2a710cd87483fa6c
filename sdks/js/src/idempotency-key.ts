/** Returns a unique key. `crypto.randomUUID` is missing on pages without TLS, and `crypto` in Node 18. */
export function makeIdempotencyKey(): string {
  const bytes = new Uint8Array(16);
  const { crypto } = globalThis as { crypto?: { getRandomValues(bytes: Uint8Array): void } };
  if (crypto) crypto.getRandomValues(bytes);
  else for (let place = 0; place < bytes.length; place += 1) bytes[place] = Math.floor(Math.random() * 256);
  return `sdk-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
