import { TEXTS } from "@stoa/contract/texts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { notify } from "../../lib/notify.ts";

interface ShownOnceProps {
  readonly title: string;
  /** The kind of secret: "API key". */
  readonly label: string;
  readonly secret: string;
  /** A text that says what the secret is for, and that it is not shown again. */
  readonly hint: string;
  readonly onClose: () => void;
}

/** Shows a secret that the server returns only once. */
export function ShownOnce({ title, label, secret, hint, onClose }: ShownOnceProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={hint}
      footer={<Button onClick={onClose}>I have saved it</Button>}
    >
      <div className="flex flex-wrap items-center gap-2">
        <code
          data-testid="secret"
          className="mono flex min-h-9 min-w-0 flex-1 basis-48 items-center break-all rounded-4 border border-line bg-sunken px-3 py-1.5 text-12"
        >
          {secret}
        </code>
        <CopyButton
          text={secret}
          onCopied={() => notify.success(TEXTS.copy.done(label))}
          onFailed={() => notify.error(TEXTS.copy.failed)}
        />
      </div>
    </Dialog>
  );
}
