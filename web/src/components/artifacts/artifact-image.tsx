import { useState } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import type { ArtifactLink } from "./artifact-link.ts";

interface ArtifactImageProps {
  readonly name: string;
  readonly link: ArtifactLink;
}

/**
 * Shows an image, or its preview if the server makes one. A click opens the image itself, as large as the window allows. The
 * frame has a fixed height, so nothing moves.
 */
export function ArtifactImage({ name, link }: ArtifactImageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState<"preview" | "original" | "none">("preview");
  const hasPreview = link.previewUrl !== null && shown === "preview";
  const retry = async () => {
    if ((await link.renew()) === null) setShown("none");
  };
  if (shown === "none")
    return (
      <p className="flex flex-wrap items-center gap-3 px-3 py-2.5 text-14 text-ink-2">
        {link.previewUrl === null ? "This image could not be loaded." : "There is no preview of this image."}
        {link.previewUrl !== null && (
          <Button size="sm" variant="outline" onClick={() => setShown("original")}>
            Show the image
          </Button>
        )}
      </p>
    );
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge ${name}`}
        onClick={() => setIsOpen(true)}
        className="block h-72 w-full cursor-zoom-in! bg-sunken p-2 -outline-offset-2 md:h-96"
      >
        <img
          src={hasPreview ? (link.previewUrl ?? link.url) : link.url}
          alt={name}
          loading="lazy"
          decoding="async"
          onError={() => void retry()}
          className="mx-auto size-full object-scale-down"
        />
      </button>
      {isOpen && (
        <Dialog open onClose={() => setIsOpen(false)} size="lg" title={name}>
          <img src={link.url} alt={name} className="mx-auto h-full object-scale-down" />
        </Dialog>
      )}
    </>
  );
}
