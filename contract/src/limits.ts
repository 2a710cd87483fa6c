/**
 * Limits that client and server share, each with the reason for its value. The limits that operators set are in
 * server/src/config.ts.
 */
export const LIMITS = {
  /** How many levels deep agents can call one another (docs/product-rules.md#called-runs). */
  calledRunsDepth: 3,
  /**
   * The number of child runs per run. A team of agents needs fewer, and the limit stops a model that keeps
   * starting runs.
   */
  calledRuns: 20,
  /** The minimum in the specification; `STOA_PASSWORD_MIN_LENGTH` can raise it. */
  passwordMinLength: 6,
  /** Longer passwords only cost hashing time. Every password manager stays below 1,024 characters. */
  passwordMaxLength: 1024,
  /**
   * A user needs enough time to find the email, but the link must be useless to anyone who reads the mailbox later.
   */
  resetLinkMinutes: 60,
  /** Users confirm a new email address when they next read their mail. */
  emailLinkMinutes: 24 * 60,
  /**
   * How long a sign-in counts as recent. Users without a password prove their identity with a recent sign-in before
   * they change or delete their account.
   */
  freshSignInMinutes: 10,
  /** The longest email address that RFC 5321 allows. */
  emailMaxLength: 254,
  /** A username of the maximum length fits next to an avatar; see docs/product-rules.md#usernames. */
  usernameMinLength: 3,
  usernameMaxLength: 32,
  /** An agent that uses many services needs about ten secrets, and every run receives all of them. */
  secretsMax: 50,
  /**
   * The largest secret in common use is the key file of a service account, at 3 kB. A chain of certificates
   * can be 20 kB long.
   */
  secretMaxBytes: 32 * 1024,
  /**
   * The number of keys in addition to the main key: enough for each program and machine of a small team, and still easy
   * to review.
   */
  namedKeys: 20,
  /**
   * Revoked keys are stored for two months, so a program that creates and revokes keys could otherwise fill the
   * table.
   */
  namedKeysPerDay: 100,
  /** A name of this length fits on one line of the list. */
  keyNameMaxLength: 60,
  /** A higher limit is probably a typing error. Nano-USD up to this amount are exact in a JSON number. */
  spendingLimitMaxUsd: 1_000_000,
  /** A name of this length fits on two lines of a card. */
  agentNameMaxLength: 80,
  /** Two sentences on a card. The documentation has the details. */
  agentDescriptionMaxLength: 500,
  /** The minimum in the specification: about two sentences. */
  documentationMinLength: 50,
  /** The length of a long manual. Developers can link to their own site for more. */
  documentationMaxLength: 50_000,
  /**
   * The length of the documentation in lists, which show only its first paragraphs. A page with a hundred
   * complete manuals would be 5 MB.
   */
  listedDocumentationMaxLength: 500,
  /** Hand-written agents are smaller than 100 kB; 1 MiB also fits n8n exports with embedded text. */
  uploadMaxBytes: 1024 * 1024,
  /**
   * The total size of an archive's files, packed or unpacked: enough for one person's code and the tables,
   * texts and images that it reads.
   */
  archiveMaxBytes: 20 * 1024 * 1024,
  /** A project of one person has dozens of files. */
  archiveMaxFiles: 500,
  /** The number of packages that a file can declare. Agents on laptops declare up to a dozen. */
  declaredPackages: 40,
  /**
   * The number of packages that a version can need. CrewAI, the largest framework, needs 137 with its tools.
   */
  packages: 200,
  /**
   * The download size of a version's packages. Half of the largest framework's download is libraries of 100
   * MB. A normal connection downloads 400 MB within a minute.
   */
  packageFetchBytes: 400_000_000,
  /** The size of a version's installed packages. CrewAI takes 1.0 GB with its bytecode. */
  packageInstalledBytes: 1_500_000_000,
  /** About one page on what is new in a version. The documentation has the details. */
  versionNotesMaxLength: 2000,
  /** One version every working day for four years. There must be a limit, because versions are never deleted. */
  versionsMax: 1000,
  /** Callers of an agent are notified of a higher price two weeks before it takes effect. */
  priceRiseNoticeDays: 14,
  /** More tags would only serve to appear in more searches. */
  tagsMax: 12,
  tagMaxLength: 40,
  listItemsMax: 20,
  listItemMaxLength: 200,
  /**
   * The maximum size of a run's whole JSON body, about 60,000 tokens. Longer material belongs in a file or at
   * a URL.
   */
  inputMaxBytes: 256 * 1024,
  /** Enough time for a chain of model calls. A run that takes longer than ten minutes usually hangs. */
  runTimeoutDefaultSeconds: 120,
  runTimeoutMaxSeconds: 600,
  /**
   * The longest time that `Prefer: wait` keeps a request open. Proxies close connections that are silent for a
   * minute.
   */
  preferWaitMaxSeconds: 50,
  /** The default cap per run is the price of this many tokens. */
  defaultCapTokens: 20_000,
  /** A cap above 1,000 USD per run is probably a typing error. */
  maxCostUsd: 1000,
  /**
   * The maximum cost of a run unless its caller agrees to more or the account has another limit. Most runs cost
   * cents, and nobody should be surprised by a charge of more than one dollar.
   */
  unconfirmedRunUsd: 1,
  /** 1 USD per token is more than 10,000 times what the most expensive model costs. */
  priceMaxUsdPerToken: 1,
  /**
   * 100 USD per 1M tokens, which is more than the most expensive model costs. The developer must confirm a higher
   * price, because one zero too many could use up a caller's whole balance in a single run.
   */
  unconfirmedPriceUsdPerToken: 0.0001,
  /**
   * The cost up to which the model calls of failed runs are free, per account and UTC day, unless the operator sets
   * another amount. Normal use stays below it, and anyone who runs broken agents all day costs the operator at most one
   * dollar.
   */
  freeFailuresUsdPerDay: 1,
  pageDefault: 20,
  /** A page of 100 agents is about 150 kB. */
  pageMax: 100,
  /**
   * The database reads and discards the rows that an offset skips, so longer lists must be read with a
   * cursor.
   */
  offsetMax: 10_000,
  /** This is longer than any search that people type. */
  searchMaxLength: 200,
  /** The longest name, in characters, that a model can have in the operator's settings. */
  modelNameMaxLength: 128,
  /** Enough for a task that is described in a paragraph. A longer text is probably the input of a run. */
  recommendationQueryMaxLength: 2_000,
  /** Recommendations are meant to be compared, so there are fewer of them than agents on a marketplace page. */
  recommendationsDefault: 6,
  recommendationsMax: 20,
  /** A longer list would be as hard to search as the marketplace. */
  favoritesMax: 200,
  /** Three columns of figures fit next to their labels. */
  comparedAgentsMax: 3,
  /** The number of characters of the message that are stored as `task`: one line of the usage table. */
  taskMaxLength: 200,
  /** The RFC draft of Idempotency-Key has no limit; a UUID with a prefix fits easily. */
  idempotencyKeyMaxLength: 200,
  /** The longest credentials in use, signed tokens of large identity providers, are shorter than 4 KiB. */
  connectorFieldMaxLength: 8_192,
  /** People read the paths before they allow an agent to use them. Most API paths are less than half as long. */
  connectorPathMaxLength: 200,
  /** Nobody reads a longer list before allowing it; `/**` has the same effect. */
  connectorPathsMax: 20,
  /** About 300 words. People read several reviews of an agent. */
  reviewMaxLength: 2000,
  /** A few sentences about what is wrong with a review. */
  reportReasonMaxLength: 500,
  revenueDaysDefault: 30,
  revenueDaysMax: 366,
  /** The number of days that analytics can show: one year. Daily figures are stored for one month longer. */
  analyticsDaysMax: 365,
} as const;

/** Values that the specification sets for screens. */
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
