import { REMEMBERED_LIMITS, rememberedValueRoutes } from "../remembered-values.ts";
import { describe } from "./operation-descriptions.ts";

const NOT_YOURS = { not_found: "You have no such agent." };
const STORE_LIMITS = `at most ${REMEMBERED_LIMITS.storeBytes / 1024 / 1024} MB and ${REMEMBERED_LIMITS.storeKeys} keys`;

export const rememberedValueDescriptions = describe(rememberedValueRoutes, {
  agents: {
    description:
      "Lists the agents that remember something about you between runs, the most recently updated first. Only you see what they remember. The code of an agent reads it only in your runs.",
  },
  list: {
    description: `Lists what an agent remembers about you, by key: ${STORE_LIMITS}. The list is empty if the agent remembers nothing.`,
  },
  remove: { description: "Deletes a value. An active run of the agent may store it again." },
  removeOfAgent: {
    description:
      "Deletes everything that an agent remembers about you. Your next run starts as your first one did. An active run may store new values.",
  },
  removeAll: {
    description: "Deletes everything that all agents remember about you.",
  },
  shared: {
    description: `Lists the values that all runs of your agent share: ${STORE_LIMITS}. What your agent remembers about each person is not included: only that person sees it.`,
    errors: { 404: NOT_YOURS },
  },
  removeShared: { description: "Deletes a shared value of your agent.", errors: { 404: NOT_YOURS } },
  removeAllShared: {
    description: "Deletes all shared values of your agent. What it remembers about people stays.",
    errors: { 404: NOT_YOURS },
  },
});
