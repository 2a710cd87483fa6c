import type { Artifact } from "@stoa/contract/files";
import { useRef, useState } from "react";
import { toPath } from "../../lib/file-link.ts";

/** Loads the artifacts again, with links that work. */
export type ReloadArtifacts = () => Promise<readonly Artifact[]>;

export interface ArtifactLink {
  readonly url: string;
  /** The link to a smaller image; `null` for files of which the server makes none. */
  readonly previewUrl: string | null;
  /** Replaces an expired link and returns the new one; `null` if there is none. */
  readonly renew: () => Promise<string | null>;
  /** Fetches the content, and tries once more with a new link if the link has expired. */
  readonly fetchContent: (init?: RequestInit) => Promise<Response>;
}

const EXPIRED: readonly number[] = [401, 403, 404, 410];
/** A link that fails sooner than this has not expired: its file is gone. */
const RENEW_AFTER_MS = 60_000;

/**
 * Returns the link to an artifact. It stays the same while it works, although each response of the server has another
 * one, so that images do not load again.
 */
export function useArtifactLink(first: Artifact, reload: ReloadArtifacts): ArtifactLink {
  const [{ url, previewUrl }, setPaths] = useState(() => toPaths(first));
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const renew = async (): Promise<string | null> => {
    if (performance.now() - renewedAt.current < RENEW_AFTER_MS) return null;
    renewedAt.current = performance.now();
    const artifacts = await reload().catch(() => []);
    const found = artifacts.find((artifact) => artifact.id === first.id);
    if (found === undefined) return null;
    const fresh = toPaths(found);
    setPaths(fresh);
    return fresh.url;
  };
  const fetchContent = async (init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (!EXPIRED.includes(response.status)) return response;
    const fresh = await renew();
    return fresh === null ? response : fetch(fresh, init);
  };
  return { url, previewUrl, renew, fetchContent };
}

const toPaths = ({ url, preview_url: preview }: Artifact) => ({
  url: toPath(url),
  previewUrl: preview === null ? null : toPath(preview),
});
