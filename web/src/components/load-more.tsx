import { Button } from "./button.tsx";

interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
  readonly label?: string;
}

/** Shows a button that loads the next page of a list; nothing at the end of the list. */
export function LoadMore({ hasMore, busy, onMore, label = "Load more" }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <div className="mt-6 flex justify-center">
      <Button variant="outline" busy={busy} onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
