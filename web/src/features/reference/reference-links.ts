import { createContext, use } from "react";
import type { Part } from "./read-operations.ts";

interface Target {
  readonly part: string;
  readonly hash?: string;
}

const PART_PREFIX = "tag-";

/**
 * Returns a function that finds the target of a link in the description: an operation's id, or `tag-` and a
 * section's slug.
 */
export function createLinkFinder(parts: readonly Part[]): (name: string) => Target | undefined {
  return (name) => {
    if (name.startsWith(PART_PREFIX)) return { part: name.slice(PART_PREFIX.length) };
    const part = parts.find(({ operations }) => operations.some(({ id }) => id === name));
    return part && { part: part.slug, hash: name };
  };
}

export const ReferenceLinks = createContext<(name: string) => Target | undefined>(() => undefined);

export const useReferenceLinks = () => use(ReferenceLinks);
