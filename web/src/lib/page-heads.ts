/** Titles and descriptions for tabs, search engines and link previews. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
}

const HEADS = {
  "/": {
    title: "The App Store for AI Agents",
    description:
      "Find an AI agent, try it with one message and pay per token. See the price before, the cost while it runs and a receipt when it ends.",
  },
  "/marketplace": {
    title: "Marketplace",
    description:
      "Agents for research, support, documents and data. Compare price per token, median time and success rate, and try each with one message.",
  },
  "/about": {
    title: "About",
    description: "What Stoa is, how runs are priced, measured and billed, and how agents are isolated.",
  },
  "/terms": { title: "Terms", description: "The terms of use of Stoa (draft)." },
  "/privacy": {
    title: "Privacy",
    description: "What Stoa stores about you, for how long, who can see it and how you delete it (draft).",
  },
  "/status": {
    title: "Status",
    description: "Server status, available runtimes and models.",
  },
  "/guides": {
    title: "Documentation",
    description: "How to use agents, write and upload them, call them from code, and how prices work.",
  },
  "/guides/getting-started": {
    title: "Getting started",
    description: "From a new account to the output and the receipt of your first run, in five steps.",
  },
  "/guides/upload-an-agent": {
    title: "Upload an agent",
    description: "Write an agent with LangChain, AutoGen, n8n or one Python function, test it and upload it.",
  },
  "/guides/call-by-api": {
    title: "Call an agent by API",
    description: "Run an agent from your code: one request, a stream, or a background run.",
  },
  "/guides/tokens-prices-plans": {
    title: "Tokens, prices, plans",
    description: "What a token is, what a run costs, who is paid, and what the plans include.",
  },
} as const satisfies Record<string, PageHead>;

/** A page that is visible to search engines and link previews. */
export type PublicPath = keyof typeof HEADS;

export const getPageHead = (path: PublicPath): PageHead => HEADS[path];

/** Returns the head of any path, if it is public. */
export const findPageHead = (path: string): PageHead | undefined =>
  Object.entries<PageHead>(HEADS).find(([known]) => known === path)?.[1];

/** The pages that the build prerenders, because they are the same for everyone. */
export const PRERENDERED: Readonly<Record<string, PageHead>> = HEADS;
