import { FileText } from "lucide-react";
import { useState } from "react";
import { notify } from "../../lib/notify.ts";
import { Button } from "../button.tsx";
import type { ArtifactLink } from "./artifact-link.ts";

interface ArtifactPdfProps {
  readonly name: string;
  readonly link: ArtifactLink;
}

/**
 * Shows a PDF in the viewer of the browser once the user opens it. The link is checked first, because an error in the
 * frame cannot be detected. The frame has no sandbox attribute, because Chromium shows no PDF in one; the response
 * allows no scripts.
 */
export function ArtifactPdf({ name, link }: ArtifactPdfProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const open = async () => {
    setIsChecking(true);
    try {
      const response = await link.fetchContent({ headers: { range: "bytes=0-0" } });
      await response.body?.cancel();
      if (response.ok) setIsOpen(true);
      else void notify.error(`Could not open ${name}. The file may have been deleted.`);
    } catch {
      void notify.error(`Could not open ${name}. Please try again.`);
    }
    setIsChecking(false);
  };
  if (isOpen) return <iframe src={link.url} title={name} className="h-[36rem] w-full bg-sunken" />;
  return (
    <div className="p-2">
      <Button
        size="sm"
        variant="ghost"
        busy={isChecking}
        icon={<FileText aria-hidden="true" size={16} />}
        onClick={() => void open()}
      >
        Show document
      </Button>
    </div>
  );
}
