import { useRunLink, useShareRun, useUnshareRun } from "../../queries/shared-runs.ts";
import { notifyUnshared, ShareLinkDialog } from "../share-link-dialog.tsx";

interface ShareRunDialogProps {
  readonly runId: string;
  readonly onClose: () => void;
}

/** Creates the link with which anyone can read one run, and revokes it. */
export default function ShareRunDialog({ runId, onClose }: ShareRunDialogProps) {
  const link = useRunLink(runId);
  const share = useShareRun(runId);
  const unshare = useUnshareRun(runId);
  const stopSharing = () =>
    unshare.mutate(undefined, {
      onSuccess: () => {
        share.reset();
        void notifyUnshared();
      },
    });
  return (
    <ShareLinkDialog
      title="Share run"
      description="Anyone with the link can see the agent, your input, the output, the files that the agent returned, and when it ran. Of files that you gave it, they see only the names. They do not see who you are or what the run cost."
      isShared={link.data && link.data.shared_at !== null}
      sharedNote="This run is shared. The link was shown when you created it. A new link replaces the earlier link."
      url={share.data?.url}
      share={{ ...share, error: share.error ?? link.error, start: () => share.mutate() }}
      unshare={{ ...unshare, start: stopSharing }}
      onClose={onClose}
    />
  );
}
