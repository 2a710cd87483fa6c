import { LIMITS } from "./limits.ts";

/**
 * The exact texts of the specification, and errors that several files use. Other files must not repeat them. A text
 * below "Our own" may be reworded; the others change only with the specification.
 */
export const TEXTS = {
  signIn: {
    required: "Email and password are required",
    invalid: "Invalid email or password",
    emailTaken: "Account with this email already exists",
    checkInput: "Please check your input and try again",
    other: "An error occurred. Please try again later.",
    network: "Network error. Please check your connection and try again.",
    busyLogin: "Signing In...",
    busyRegister: "Creating Account...",
    verifying: "Verifying authentication...",
  },
  register: {
    usernameRequired: "Username is required",
    passwordsDiffer: "Passwords do not match",
    passwordShort: `Password must be at least ${LIMITS.passwordMinLength} characters long`,
    // Our own:
    usernameTaken: "This username is already taken",
  },
  account: {
    unauthorized: "Authentication required. Please sign in again.",
    loadFailed: "Unable to load account data. Please try again.",
    keyCopied: "API key copied to clipboard",
    keyCopyFailed: "Failed to copy API key",
    keyRefreshConfirm:
      "Are you sure you want to refresh your API key? This will invalidate your current key and any existing integrations will need to be updated.",
    keyRefreshed: "API key refreshed successfully! Please update your integrations.",
    keyRefreshFailed: "Failed to refresh API key. Please try again.",
    profileFailed: "Failed to update profile",
    userLoadFailed: "Failed to load user data",
    apiSettingsFailed: "Failed to load API settings. Please try again.",
    keepKeySecure: "Keep your API key secure",
    // Our own:
    suspended: (reason: string) =>
      `This account has been suspended by the operator of this server. Reason: ${reason}`,
  },
  copy: {
    done: (label: string) => `${label} copied to clipboard!`,
    failed: "Failed to copy to clipboard",
  },
  boundary: {
    authTitle: "Authentication Required",
    otherTitle: "Something went wrong",
    tryAgain: "Try Again",
  },
  agents: {
    loadFailed: "Failed to load agents",
    unable: "Unable to load agents. Please try again.",
    signInToView: "Please sign in to view the marketplace.",
    empty: "No agents available yet",
    developerLoadFailed: "Failed to load your agent data",
    // Our own:
    missingModels: (models: readonly string[]) =>
      `This server does not offer ${models.join(", ")} right now. The agent is not listed and cannot run until it does.`,
    suspended: (reason: string) =>
      `The operator of this server suspended this agent. It is not listed and cannot be run. Reason: ${reason}`,
    paused: (failures: number, callers: number) =>
      `This agent was paused because its last ${failures} runs by ${callers} different callers failed in its own code. It is not listed and cannot be run. Upload a fixed version, or switch it on again.`,
    archivedByYou: "You archived this agent. Unarchive it in the studio to run it.",
    nameTaken: "You already have an agent with this name",
    chargedToOthers:
      "This agent cannot be deleted because other users' receipts refer to it. Archive it instead: it is then not listed and cannot be run.",
    runByOthers: "Someone is running this agent right now. Please try again when their run has ended.",
    privateNeedsPlan: (needed: string, current: string) =>
      `Private agents require the ${needed} plan, and your account is on the ${current} plan. Choose public or unlisted, or change your plan.`,
  },
  upload: {
    nameRequired: "Agent name is required",
    descriptionRequired: "Description is required",
    documentationRequired: `Comprehensive documentation is required (minimum ${LIMITS.documentationMinLength} characters)`,
    fileRequired: "Agent code file is required",
    fileType: "Only .py and .json files are allowed",
    failed: "Upload failed. Please try again.",
    // Our own:
    notebook:
      "This is a Jupyter notebook. Save it as a Python script (in Jupyter: File, Save and Export Notebook As, " +
      "Executable Script) and upload the .py file, or upload the .ipynb file with the API.",
  },
  run: {
    messageRequired: "Please enter a message",
    signInToTry: "Please sign in to try agents",
    executing: "Executing...",
    network: "Network error. Please try again.",
    failed: "Agent execution failed",
    // Our own:
    noAnswer: "The agent returned no output",
    agentSuspended: "This agent has been suspended by the operator of this server and cannot be run.",
    stoppedWithAgent:
      "This run was stopped because the operator of this server suspended the agent. It cost you nothing.",
    stoppedWithAccount: "This run was stopped because the operator of this server suspended your account.",
    noCredits: "Insufficient credits",
    chargedForFailure: (usd: string) =>
      `Your failed runs used more model calls today than are free, so ${usd} USD of this run's model calls were charged.`,
    chargedUntilStopped: "You were charged for the output that was delivered before.",
  },
  billing: {
    /** The dates in the specification; an operator can set others (docs/product-rules.md#payment-announcements). */
    paymentsExpected: "Q2 2025",
    planChangesExpected: "Q3 2025",
    overlay: (expected: string | null) => `Payment integration is coming${expected ? ` (${expected})` : ""}.`,
    comingSoon: "Coming Soon",
    // Our own:
    planChanges: (expected: string | null) =>
      `Plan changes are ${expected ? `expected in ${expected}` : "not available yet"}. Until then, the operator of this server can change your plan.`,
  },
  billingFiles: {
    // Our own:
    oneAtATime: "An export of your billing history is already running. Please try again when it is complete.",
  },
  analytics: {
    // Our own:
    leftOut:
      "Daily figures, execution times, unique users and CSV export require the Creator or Business plan. Totals are in every plan.",
    csvNeedsPlan: "CSV export of analytics requires the Creator or Business plan.",
  },
  connectors: {
    chooseService: "Please select a service",
    invalidService: "Invalid service selected",
    fieldRequired: (field: string, service: string) => `${field} is required for ${service}`,
    loadFailed: "Failed to load API connectors. Please try again.",
    testOk: (service: string, message: string) => `✓ ${service} connection successful: ${message}`,
    testFailed: (service: string, message: string) => `✗ ${service} connection failed: ${message}`,
    testThrew: "Failed to test connector. Please try again.",
    confirmDelete: (name: string) => `Are you sure you want to delete the ${name} connector?`,
    deleted: (name: string) => `${name} connector deleted successfully`,
    deleteFailed: "Failed to delete connector. Please try again.",
    addFailed: "Failed to add connector. Please try again.",
    updateFailed: "Failed to update connector. Please try again.",
  },
  recommendations: {
    // Our own:
    queryRequired: "Please describe what you are looking for",
    wordsAlone: "Semantic search is unavailable right now. These agents match your words only.",
    otherLanguage: "Semantic search works in English only. These agents match your words.",
    nothing: "No agent matches this. Try other words, or fewer filters.",
  },
  usage: {
    failed: "Failed to load usage data.",
    logsFailed: "Failed to load usage data. Please try again.",
    logsFailedTitle: "Failed to load logs",
    noLogs: "No usage logs yet",
    noLogsHint: "Start using agents to see your usage history here",
    noData: "No usage data available yet",
    noDataHint: "Start using agents to see your usage trends",
    // Our own:
    oneFileAtATime: "An export of your usage logs is already running. Please try again when it is complete.",
  },
} as const;
