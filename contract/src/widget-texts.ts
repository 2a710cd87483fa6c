/** The messages for visitors of a web page with an embedded agent, and for the page's developer in the console. */
export const WIDGET_TEXTS = {
  budgetUsedUp: "This chat has reached its limit for today. Please come back tomorrow.",
  tooManyMessages: "You have sent as many messages as this chat allows per day. Please come back tomorrow.",
  busy: "Many people are using this chat right now. Please try again in a moment.",
  paused: "This assistant is paused. Please try again later.",
  unavailable: "This assistant is not available right now. Please try again later.",
  tooLong: "This message is too long for this chat. Please shorten it.",
  failed: "The assistant could not answer. Please try again.",
  sessionEnded: "This chat session has expired. Reload the page to continue.",
  stopped: "You stopped this answer.",
  lost: "The connection was lost. Please check your network.",
  noReply: "A message is required",
  unknownKey: "This publishable key does not exist or was deleted. Copy the script tag again from Settings.",
  otherAgent: (agentId: number) => `This publishable key belongs to another agent: ${agentId}.`,
  noOrigin: "The request has no Origin header. Open the page over http or https.",
  originNotAllowed: (origin: string) =>
    `The origin ${origin} is not on the list of this publishable key. Add it in Settings, API, Websites.`,
} as const;

/** Why an agent cannot be embedded. */
export const EMBED_TEXTS = {
  usesConnectors:
    "This agent uses connectors. Visitors of a website cannot use your connectors, so it cannot be embedded.",
  reachesHosts:
    "This agent of another developer reaches hosts on the internet. Visitors have not allowed that, so it cannot be embedded.",
  needsInputs:
    "This agent needs more than one message, for example a file or several values, so it cannot be embedded as a chat.",
} as const;
