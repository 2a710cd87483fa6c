/* oxlint-disable jsx-a11y/media-has-caption -- agents return no captions */
import { useState } from "react";
import type { ArtifactLink } from "./artifact-link.ts";

interface ArtifactMediaProps {
  readonly name: string;
  readonly link: ArtifactLink;
}

/** Returns an error handler that renews an expired link once, and whether that failed. */
function useMediaError({ renew }: ArtifactLink) {
  const [hasFailed, setHasFailed] = useState(false);
  const onError = async () => {
    if ((await renew()) === null) setHasFailed(true);
  };
  return { hasFailed, onError: () => void onError() };
}

const FAILED = (
  <p className="px-3 py-2.5 text-14 text-ink-2">This file could not be played. Download it instead.</p>
);

/** Plays an audio file with the controls of the browser. */
export function ArtifactAudio({ name, link }: ArtifactMediaProps) {
  const { hasFailed, onError } = useMediaError(link);
  if (hasFailed) return FAILED;
  return (
    // biome-ignore lint/a11y/useMediaCaption: agents return no captions
    <audio
      controls
      preload="metadata"
      src={link.url}
      onError={onError}
      aria-label={name}
      className="w-full p-3"
    />
  );
}

/** Plays a video with the controls of the browser. */
export function ArtifactVideo({ name, link }: ArtifactMediaProps) {
  const { hasFailed, onError } = useMediaError(link);
  if (hasFailed) return FAILED;
  return (
    // biome-ignore lint/a11y/useMediaCaption: agents return no captions
    <video
      controls
      playsInline
      preload="metadata"
      src={link.url}
      onError={onError}
      aria-label={name}
      className="h-72 w-full bg-sunken md:h-96"
    />
  );
}
