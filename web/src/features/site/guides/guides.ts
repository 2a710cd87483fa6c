/** The guides in the order in which they are best read. */
export const GUIDES = [
  "/guides/getting-started",
  "/guides/upload-an-agent",
  "/guides/call-by-api",
  "/guides/tokens-prices-plans",
] as const;

export type GuidePath = (typeof GUIDES)[number];
