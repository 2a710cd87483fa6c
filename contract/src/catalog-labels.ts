/**
 * This file has the filters and sort orders of the agent list without schemas, so that screens can show them before a
 * schema is loaded.
 */

/** The categories of the marketplace filter. Uploads accept all of them. */
export const CATEGORIES = [
  "general",
  "research",
  "analysis",
  "analytics",
  "customer-service",
  "content",
  "automation",
  "finance",
  "healthcare",
  "education",
] as const;

export const CATEGORY_NAMES: Readonly<Record<(typeof CATEGORIES)[number], string>> = {
  general: "General",
  research: "Research",
  analysis: "Analysis",
  analytics: "Analytics",
  "customer-service": "Customer Service",
  content: "Content",
  automation: "Automation",
  finance: "Finance",
  healthcare: "Healthcare",
  education: "Education",
};

export const FRAMEWORKS = ["langchain", "autogen", "n8n", "stoa"] as const;

export const FRAMEWORK_NAMES: Readonly<Record<(typeof FRAMEWORKS)[number], string>> = {
  langchain: "LangChain",
  autogen: "AutoGen",
  n8n: "n8n",
  stoa: "Stoa",
};

/** Who can find and run an agent. */
export const VISIBILITIES = ["public", "unlisted", "private"] as const;

export const VISIBILITY_NAMES: Readonly<Record<(typeof VISIBILITIES)[number], string>> = {
  public: "Public",
  unlisted: "Unlisted",
  private: "Private",
};

/** The meaning of each visibility, for the agent's developer. */
export const VISIBILITY_HINTS: Readonly<Record<(typeof VISIBILITIES)[number], string>> = {
  public: "Listed on the marketplace. Everyone can run it.",
  unlisted: "Hidden from lists and search. Anyone with the link can run it.",
  private: "Only members of your account can see and run it. Everyone else gets a 404.",
};

export const PRICINGS = ["free", "paid"] as const;
export const AGENT_ORDERS = ["most_run", "best_rated", "newest", "cheapest", "fastest"] as const;
