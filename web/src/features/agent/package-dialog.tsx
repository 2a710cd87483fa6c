import type { Agent } from "@stoa/contract/catalog";
import { Dialog } from "../../components/dialog.tsx";
import { AgentPackages } from "../../components/versions/version-packages.tsx";

interface PackageDialogProps {
  readonly agent: Pick<Agent, "id" | "version">;
  readonly onClose: () => void;
}

/** Shows the exact packages of an agent's current version. */
export default function PackageDialog({ agent, onClose }: PackageDialogProps) {
  return (
    <Dialog open onClose={onClose} size="md" title={`Packages of version ${agent.version}`}>
      <AgentPackages agent={agent} />
    </Dialog>
  );
}
