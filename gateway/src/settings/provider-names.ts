/** Hosts of common providers, and their public names. */
const KNOWN: Readonly<Record<string, string>> = {
  "api.anthropic.com": "anthropic",
  "api.deepseek.com": "deepseek",
  "api.fireworks.ai": "fireworks",
  "api.groq.com": "groq",
  "api.mistral.ai": "mistral",
  "api.openai.com": "openai",
  "api.together.xyz": "together",
  "api.x.ai": "xai",
  "generativelanguage.googleapis.com": "google",
  "openrouter.ai": "openrouter",
};

/** Azure gives each customer a subdomain of this host. */
const AZURE = ".openai.azure.com";

const OWN_SERVER = "own-server";

/**
 * Returns the public name of a provider. Visitors see it in the list of models, so it never contains the host: an
 * operator's own server may be in a private network.
 */
export function nameProvider(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return KNOWN[hostname] ?? (hostname.endsWith(AZURE) ? "azure" : OWN_SERVER);
}
