/** Limits that both sides know. Each says why it has its value; operators' own bounds are in server/src/config.ts. */
export const LIMITS = {
  /** How deep agents may call each other (docs/product-rules.md#called-runs). */
  calledRunsDepth: 3,
  /** Runs that one run may lead to: a model that has lost its way starts no more, a team of agents is smaller. */
  calledRuns: 20,
  /** The minimum of the specification; `STOA_PASSWORD_MIN_LENGTH` can raise it. */
  passwordMinLength: 6,
  /** Longer passwords only cost hashing time; 1,024 fits every password manager. */
  passwordMaxLength: 1024,
  /** Long enough to find the mail, short enough that a mailbox read later opens nothing. */
  resetLinkMinutes: 60,
  /** A new address is confirmed when its mailbox is next looked at. */
  emailLinkMinutes: 24 * 60,
  /** Who has no password and deletes their account shows by a fresh sign-in that it is them. */
  freshSignInMinutes: 10,
  /** RFC 5321: no mailbox address is longer. */
  emailMaxLength: 254,
  /** Short enough to fit beside an avatar; see docs/product-rules.md#usernames. */
  usernameMinLength: 3,
  usernameMaxLength: 32,
  /** Besides the main one: one per program and machine of a small team; what nobody can list nobody revokes. */
  namedKeys: 20,
  /** A revoked key stays for two months: a program that makes and revokes them fills no table. */
  namedKeysPerDay: 100,
  /** A name fits a line of the list. */
  keyNameMaxLength: 60,
  /** A limit above this is a typing error, and nano-USD stay exact in a JSON number. */
  spendingLimitMaxUsd: 1_000_000,
  /** A name fits a card in two lines. */
  agentNameMaxLength: 80,
  /** Two sentences on a card; the rest belongs to the documentation. */
  agentDescriptionMaxLength: 500,
  /** The minimum of the specification: about two sentences. */
  documentationMinLength: 50,
  /** A long manual; past that a developer links to their own site. */
  documentationMaxLength: 50_000,
  /** What a list tells of it: its first paragraphs; a page of a hundred whole manuals would be 5 MB. */
  listedDocumentationMaxLength: 500,
  /** Hand-written agents are below 100 kB; 1 MiB leaves room for n8n exports with embedded text. */
  uploadMaxBytes: 1024 * 1024,
  /** What is new in a version, in a screenful; the rest belongs into the documentation. */
  versionNotesMaxLength: 2000,
  /** A version every working day for four years. Versions stay for ever, so that they have an end. */
  versionsMax: 1000,
  /** Callers of an agent learn of a higher price two weeks before it applies. */
  priceRiseNoticeDays: 14,
  /** More tags than this is stuffing the search index. */
  tagsMax: 12,
  tagMaxLength: 40,
  listItemsMax: 20,
  listItemMaxLength: 200,
  /** The whole JSON body of a run; longer material belongs into a file or an URL. About 60k tokens. */
  inputMaxBytes: 256 * 1024,
  /** Enough for a chain of model calls; an answer that takes longer than ten minutes has usually hung. */
  runTimeoutDefaultSeconds: 120,
  runTimeoutMaxSeconds: 600,
  /** How long `Prefer: wait` may hold a request: proxies drop one that is silent for a minute. */
  preferWaitMaxSeconds: 50,
  /** The default cap per run is the price of this many tokens. */
  defaultCapTokens: 20_000,
  /** A cap above 1,000 USD a run is a typing error. */
  maxCostUsd: 1000,
  /**
   * What a run costs at most unless its caller agrees to more, until the account sets another limit. Most runs cost
   * cents; nobody should be surprised by a charge of more than a dollar.
   */
  unconfirmedRunUsd: 1,
  /** 1 USD a token is a thousand times the dearest model. */
  priceMaxUsdPerToken: 1,
  /**
   * 100 USD per 1M tokens: the developer confirms a higher price. It is more than the dearest model costs, and a
   * price with a zero too many could take a caller's whole balance in one run.
   */
  unconfirmedPriceUsdPerToken: 0.0001,
  /**
   * What failed runs' model calls may cost per account and UTC day before the account pays for them, unless the
   * operator sets another amount. Nobody reaches it by accident, and a person who tries broken agents all day costs the
   * operator a dollar.
   */
  freeFailuresUsdPerDay: 1,
  pageDefault: 20,
  /** A page of 100 agents is about 150 kB. */
  pageMax: 100,
  /** Offsets read and throw away rows; past this a cursor is the way. */
  offsetMax: 10_000,
  /** Nobody types a longer search. */
  searchMaxLength: 200,
  /** The longest name that a model may have in the operator's settings. Characters. */
  modelNameMaxLength: 128,
  /** A wish in a paragraph; who pastes a document here wants to run an agent, not to find one. */
  recommendationQueryMaxLength: 2_000,
  /** What a person compares; more is what the marketplace's list is for. */
  recommendationsDefault: 6,
  recommendationsMax: 20,
  /** Past this a list of favourites is another marketplace. */
  favouritesMax: 200,
  /** Three columns of figures fit beside their labels; more is what the marketplace's list is for. */
  comparedAgentsMax: 3,
  /** Characters of the message that are kept as `task`: one line of the usage table. */
  taskMaxLength: 200,
  /** RFC draft of Idempotency-Key gives no bound; a UUID with a prefix fits easily. */
  idempotencyKeyMaxLength: 200,
  /** The longest credentials in use, signed tokens of large identity providers, are below 4 KiB. */
  connectorFieldMaxLength: 8_192,
  /** A person reads them before they allow an agent; paths of APIs are seldom half as long. */
  connectorPathMaxLength: 200,
  /** Past this nobody reads what they allow: `/**` says it shorter. */
  connectorPathsMax: 20,
  /** About 300 words: a review is read among many others. */
  reviewMaxLength: 2000,
  /** What is wrong with a review fits in a few sentences. */
  reportReasonMaxLength: 500,
  revenueDaysDefault: 30,
  revenueDaysMax: 366,
  /** A year; figures of single days are kept a month longer. */
  analyticsDaysMax: 365,
} as const;

/** Constants of the specification for screens. */
export const SCREEN = {
  userCacheMs: 5 * 60 * 1000,
  redirectAfterUnauthorizedMs: 2000,
  copyFeedbackMs: 3000,
  badgeCap: 9,
  justNowMinutes: 5,
  featuredAboveExecutions: 500,
  usesAsThousandsAbove: 1000,
  successRateGood: 98,
  successRateFair: 95,
  quotaWarnPercent: 75,
  quotaDangerPercent: 90,
  dashboardUsageLimit: 10,
  logsUsageLimit: 50,
  trendRows: 5,
  fallbackPriceUsdPerMillion: 0.1,
  priceStep: 0.000001,
  tokensPerPriceUnit: 1_000_000,
} as const;
