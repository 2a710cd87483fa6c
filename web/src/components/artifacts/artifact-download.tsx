import type { Artifact } from "@stoa/contract/files";
import { Download } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { notify } from "../../lib/notify.ts";
import { Spinner } from "../spinner.tsx";
import type { ArtifactLink } from "./artifact-link.ts";

interface ArtifactDownloadProps {
  readonly name: Artifact["name"];
  readonly link: ArtifactLink;
}

function saveLink(url: string, name: string): void {
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
}

/** Shows a link that saves a file. It is checked first, because the browser would save the error of an expired link. */
export function ArtifactDownload({ name, link }: ArtifactDownloadProps) {
  const [isChecking, setIsChecking] = useState(false);
  const save = async (event: MouseEvent) => {
    event.preventDefault();
    if (isChecking) return;
    setIsChecking(true);
    try {
      const response = await link.fetchContent({ headers: { range: "bytes=0-0" } });
      await response.body?.cancel();
      if (response.ok) saveLink(response.url, name);
      else void notify.error(`Could not download ${name}. The file may have been deleted.`);
    } catch {
      void notify.error(`Could not download ${name}. Please try again.`);
    }
    setIsChecking(false);
  };
  return (
    <a
      href={link.url}
      download={name}
      onClick={(event) => void save(event)}
      aria-label={`Download ${name}`}
      title={`Download ${name}`}
      aria-busy={isChecking || undefined}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-4 hover:bg-sunken max-md:size-11"
    >
      {isChecking ? <Spinner /> : <Download aria-hidden="true" size={16} />}
    </a>
  );
}
