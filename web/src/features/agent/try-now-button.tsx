import { Play } from "lucide-react";
import { Button } from "../../components/button.tsx";

/** Links to Try It; orange, because it leads to a run. */
export function TryNowButton({ onTry }: { readonly onTry: () => void }) {
  return (
    <Button variant="signal" size="lg" icon={<Play aria-hidden="true" size={16} />} onClick={onTry}>
      Try Now
    </Button>
  );
}
