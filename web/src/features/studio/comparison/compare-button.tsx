import type { Agent } from "@stoa/contract/catalog";
import { GitCompareArrows } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { useWorkflowDrawing } from "../../../queries/versions.ts";

const ComparisonDialog = lazy(() => import("./comparison-dialog.tsx"));

/** Opens the comparison of an n8n workflow with its pinned data. Shows nothing if the current version has none. */
export function CompareButton({ agent }: { readonly agent: Agent }) {
  const drawing = useWorkflowDrawing(agent.id, agent.version);
  const [isOpen, setIsOpen] = useState(false);
  if (!drawing.data?.pinned_nodes) return null;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon={<GitCompareArrows aria-hidden="true" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Compare with n8n
      </Button>
      {isOpen && (
        <Suspense>
          <ComparisonDialog agent={agent} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
