/** The limits of publishable keys and of the chats that web pages embed with them. */
export const WIDGET_LIMITS = {
  /** The number of keys per account: one for each site of a small agency, and still easy to review. */
  keys: 20,
  /** Revoked keys are stored for two months, so a program that creates and revokes keys could otherwise fill the table. */
  keysPerDay: 100,
  /** The number of origins per key: a site, its `www` host, its staging hosts and a few developers' machines. */
  origins: 10,
  /** The length of an origin: the longest host name of DNS (253 characters), with a scheme and a port. */
  originMaxLength: 270,
  /** The highest daily budget in USD. A higher one is probably a typing error. The key is public, so it can be lost in a day. */
  maxPerDayUsd: 1_000,
  /** The maximum cost of one message in USD unless the owner changes it: a long answer of a large model. */
  perMessageUsd: 0.05,
  /** The number of messages that one visitor can send per day unless the owner changes it: an hour of lively conversation. */
  visitorMessages: 50,
  visitorMessagesMax: 1_000,
  /** How many visitors with the same network address can send all their messages. Offices and schools share an address. */
  visitorsPerNetwork: 5,
  /** The share of its account's active runs that one key can use, so that visitors cannot stop the owner's own work. */
  activeRunsShare: 0.5,
  /** The longest message. It is more than people type, and less than a long document. */
  messageMaxLength: 8_000,
  /** The number of earlier messages that the chat shows. The agent remembers as much as in other conversations. */
  shownTurns: 50,
  /** How long a session works. The page renews it, and its origin is checked again. */
  sessionMinutes: 15,
} as const;
