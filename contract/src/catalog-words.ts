/** What agents are listed, narrowed and sorted by, without schemas: screens show it before any of these has loaded. */

/** Section 3, with analytics accepted on upload too (reading 12). */
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

export const PRICINGS = ["free", "paid"] as const;
export const AGENT_ORDERS = ["most_run", "best_rated", "newest", "cheapest", "fastest"] as const;
