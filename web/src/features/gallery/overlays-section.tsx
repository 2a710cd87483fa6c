import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { notify } from "../../lib/notify.ts";
import { doNothing, GallerySection } from "./gallery-section.tsx";

const SIZES = ["sm", "md", "lg"] as const;
type Open = (typeof SIZES)[number] | "ask" | "busy" | null;

/** Shows dialogs, menus and toasts. */
export function OverlaysSection() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <GallerySection title="Overlays">
      {SIZES.map((size) => (
        <Button key={size} variant="outline" onClick={() => setOpen(size)}>
          Dialog {size}
        </Button>
      ))}
      <Button variant="outline" onClick={() => setOpen("ask")}>
        Ask
      </Button>
      <Button variant="outline" onClick={() => setOpen("busy")}>
        Busy question
      </Button>
      <Button variant="outline" onClick={() => notify.success("API key copied to clipboard")}>
        Toast
      </Button>
      <Button variant="outline" onClick={() => notify.error("Failed to copy API key")}>
        Error toast
      </Button>
      {SIZES.map((size) => (
        <Dialog
          key={size}
          size={size}
          open={open === size}
          onClose={close}
          title={`Size ${size}`}
          description="What it is about"
          footer={<Button onClick={close}>Done</Button>}
        >
          What the window holds.
        </Dialog>
      ))}
      <ConfirmDialog
        open={open === "ask" || open === "busy"}
        title="Refresh API key"
        question="This will invalidate your current key."
        confirmLabel="Refresh"
        busy={open === "busy"}
        onConfirm={open === "busy" ? doNothing : close}
        onClose={close}
      />
    </GallerySection>
  );
}
