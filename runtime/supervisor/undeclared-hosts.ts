import type { Ending } from "./endings.ts";

/** The maximum number of hosts in a sentence. Longer lists are hard to read, and the trace has all hosts. */
const MOST_NAMED = 5;

/** Returns the sentence that tells a developer which hosts to declare. */
export function describeUndeclaredHosts(hosts: readonly string[]): string {
  const named = hosts.slice(0, MOST_NAMED).join(", ");
  const more = hosts.length > MOST_NAMED ? ` and ${hosts.length - MOST_NAMED} more` : "";
  const it = hosts.length === 1 ? "it" : "them";
  return `This agent tried to reach ${named}${more}, which it does not declare. Add ${it} to hosts.`;
}

/** Adds undeclared hosts to what the developer reads about a run that failed, because clients rarely name them. */
export function addUndeclaredHosts(ending: Ending, hosts: readonly string[]): Ending {
  const { error } = ending;
  if (error === undefined || hosts.length === 0) return ending;
  const developerDetail = `${error.developerDetail}\n${describeUndeclaredHosts(hosts)}`;
  return { ...ending, error: { ...error, developerDetail } };
}
