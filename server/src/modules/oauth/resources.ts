import { NUMBER_MAX } from "@stoa/contract";

/** The URLs for which tokens can be valid (RFC 8707): the MCP server, or the MCP server of one agent. */
export class Resources {
  /** The issuer of tokens (RFC 8414), which is the public URL of this server. */
  readonly issuer: string;
  readonly #store: string;

  /** @param publicUrl the public URL of this server, without a trailing slash */
  constructor(publicUrl: string) {
    this.issuer = publicUrl;
    this.#store = `${publicUrl}/mcp`;
  }

  /** Returns the URL of the MCP server, or of the MCP server of one agent. */
  getUrl(agentId?: number): string {
    return agentId === undefined ? this.#store : `${this.#store}/agents/${agentId}`;
  }

  /** Returns the URL of the metadata of a resource (RFC 9728). */
  getMetadataUrl(agentId?: number): string {
    return `${this.issuer}/.well-known/oauth-protected-resource${new URL(this.getUrl(agentId)).pathname}`;
  }

  /** Returns the agent of a resource, null for the resource of all agents, and undefined for any other URL. */
  parse(url: string): { agentId: number | null } | undefined {
    const rest = url.replace(/\/$/, "");
    if (rest === this.#store) return { agentId: null };
    if (!rest.startsWith(`${this.#store}/agents/`)) return undefined;
    const agentId = parseAgentId(rest.slice(`${this.#store}/agents/`.length));
    return agentId === undefined ? undefined : { agentId };
  }
}

/** Returns the ID of an agent from a path; undefined for a text that is no ID. */
export function parseAgentId(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= NUMBER_MAX ? Number(text) : undefined;
}
