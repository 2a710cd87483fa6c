import { Play } from "lucide-react";
import { Button } from "../../components/button.tsx";

/** Leads to Try It; orange, for it starts a run. */
export function TryNowButton({ onTry }: { readonly onTry: () => void }) {
  return (
    <Button variant="signal" size="lg" icon={<Play aria-hidden="true" size={16} />} onClick={onTry}>
      Try Now
    </Button>
  );
}
