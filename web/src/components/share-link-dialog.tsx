import { TEXTS } from "@stoa/contract/texts";
import { getServerDetail } from "../lib/http-error.ts";
import { notify } from "../lib/notify.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormFailure } from "./form-failure.tsx";
import { Input } from "./input.tsx";

/** A change of the sharing: the state of its request, and a function that starts it. */
interface SharingChange {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly start: () => void;
}

interface ShareLinkDialogProps {
  readonly title: string;
  /** What everyone who has the link can see. */
  readonly description: string;
  /** Whether a link exists; undefined while this loads. */
  readonly isShared: boolean | undefined;
  /** Shown if a link exists that this dialog did not create. */
  readonly sharedNote: string;
  /** The link, if this dialog has just created it. The server shows it only then. */
  readonly url: string | undefined;
  readonly share: SharingChange;
  readonly unshare: SharingChange;
  readonly onClose: () => void;
}

/** Creates the link with which anyone can read something, and revokes it. */
export function ShareLinkDialog({
  title,
  description,
  isShared,
  sharedNote,
  url,
  share,
  unshare,
  onClose,
}: ShareLinkDialogProps) {
  const failed = share.error ?? unshare.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          {isShared === true && (
            <Button variant="danger" busy={unshare.isPending} onClick={unshare.start}>
              Stop sharing
            </Button>
          )}
          {url === undefined ? (
            <Button busy={share.isPending} disabled={isShared === undefined} onClick={share.start}>
              {isShared === true ? "Create a new link" : "Create link"}
            </Button>
          ) : (
            <Button variant="outline" onClick={onClose}>
              Done
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {isShared === true && url === undefined && <p className="text-14 text-ink-2">{sharedNote}</p>}
        {url !== undefined && (
          <div className="flex items-center gap-2">
            <Input readOnly aria-label="Link" value={url} onFocus={(event) => event.target.select()} />
            <CopyButton text={url} label="Copy link" onFailed={() => notify.error(TEXTS.copy.failed)} />
          </div>
        )}
        {failed !== null && (
          <FormFailure text={getServerDetail(failed) ?? "Could not change the sharing. Please try again."} />
        )}
      </div>
    </Dialog>
  );
}

/** Says that a link was revoked. */
export const notifyUnshared = () => notify.success("The link no longer works");
