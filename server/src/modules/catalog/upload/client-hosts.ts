/** The hosts that client libraries reach even if the file contains no URL, keyed by the module that the file imports. */
const HOSTS_OF_CLIENTS: Readonly<Record<string, { hosts: readonly string[]; isModel?: true }>> = {
  cerebras: { hosts: ["api.cerebras.ai"], isModel: true },
  cohere: { hosts: ["api.cohere.com"], isModel: true },
  ddgs: { hosts: ["html.duckduckgo.com", "duckduckgo.com"] },
  duckduckgo_search: { hosts: ["html.duckduckgo.com", "duckduckgo.com"] },
  exa_py: { hosts: ["api.exa.ai"] },
  firecrawl: { hosts: ["api.firecrawl.dev"] },
  groq: { hosts: ["api.groq.com"], isModel: true },
  langchain_cerebras: { hosts: ["api.cerebras.ai"], isModel: true },
  langchain_cohere: { hosts: ["api.cohere.com"], isModel: true },
  langchain_deepseek: { hosts: ["api.deepseek.com"], isModel: true },
  langchain_exa: { hosts: ["api.exa.ai"] },
  langchain_fireworks: { hosts: ["api.fireworks.ai"], isModel: true },
  langchain_google_genai: { hosts: ["generativelanguage.googleapis.com"], isModel: true },
  langchain_groq: { hosts: ["api.groq.com"], isModel: true },
  langchain_mistralai: { hosts: ["api.mistral.ai"], isModel: true },
  langchain_nvidia_ai_endpoints: { hosts: ["integrate.api.nvidia.com"], isModel: true },
  langchain_perplexity: { hosts: ["api.perplexity.ai"], isModel: true },
  langchain_tavily: { hosts: ["api.tavily.com"] },
  langchain_together: { hosts: ["api.together.xyz"], isModel: true },
  langchain_xai: { hosts: ["api.x.ai"], isModel: true },
  mistralai: { hosts: ["api.mistral.ai"], isModel: true },
  replicate: { hosts: ["api.replicate.com"], isModel: true },
  serpapi: { hosts: ["serpapi.com"] },
  tavily: { hosts: ["api.tavily.com"] },
  together: { hosts: ["api.together.xyz"], isModel: true },
  wikipedia: { hosts: ["en.wikipedia.org"] },
  yfinance: { hosts: ["query1.finance.yahoo.com", "query2.finance.yahoo.com", "fc.yahoo.com"] },
};

/** A host that a client library reaches. */
export interface ClientHost {
  host: string;
  module: string;
  isModelEndpoint: boolean;
}

/** Returns the hosts of the client libraries among a file's imports. */
export function listClientHosts(imports: readonly string[]): ClientHost[] {
  return imports.flatMap((module) => {
    const client = Object.hasOwn(HOSTS_OF_CLIENTS, module) ? HOSTS_OF_CLIENTS[module] : undefined;
    const isModelEndpoint = client?.isModel === true;
    return (client?.hosts ?? []).map((host) => ({ host, module, isModelEndpoint }));
  });
}
