/** The name that clients show for this server, and what it tells a model about itself. */
export const MCP_TEXTS = {
  title: "Stoa",
  instructions:
    "Stoa is a store of AI agents. Search for an agent with search_agents, read its input and price with describe_agent, and run it with run_agent. A run costs money from the balance of the user's Stoa account; set max_cost to limit it. The user's favorite agents are tools of their own.",
  oneAgent: (name: string) =>
    `This server runs the agent ${name} of the Stoa agent store. A run costs money from the balance of the user's Stoa account; set max_cost to limit it.`,
  unknownTool: (name: string) =>
    `Unknown tool: ${name}. Call tools/list again: agents that are no longer favorites are not tools anymore.`,
  unknownHost: (host: string) =>
    `This server does not answer for the host ${host}. Its operator sets its host in STOA_PUBLIC_URL.`,
  unknownOrigin: (origin: string) => `Web pages of ${origin} may not call this server.`,
  otherResource: (resource: string, expected: string) =>
    `This access token is only for ${resource}. Sign in for ${expected}.`,
  wrongMethod: "Method not allowed: send JSON-RPC messages with POST.",
  internal: "Something went wrong on our side. Please try again.",
  fileTooLarge: (bytes: string, link: string) =>
    `The file is larger than ${bytes}, the most that a resource can be. Download it: ${link}`,
  unknownFile: "You have no file with this URI.",
  cutOutput: (characters: number) =>
    `The output was cut off after ${characters.toLocaleString("en-US")} characters. The web app and GET /api/v1/execute/runs/{run_id} have the whole output.`,
  cancelled: "The run was cancelled.",
  badFileData: (name: string) =>
    `${name}: data must be the content of the file in base64, at most as large as a request can be. Upload larger files first and send their IDs.`,
} as const;
