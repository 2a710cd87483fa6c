import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";

interface PaginationProps {
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** Shows the buttons Previous and Next for a table. */
export function Pagination({ hasPrevious, hasNext, onPrevious, onNext }: PaginationProps) {
  return (
    <nav aria-label="Pages" className="flex gap-2">
      <Button
        size="sm"
        variant="outline"
        disabled={!hasPrevious}
        onClick={onPrevious}
        icon={<ChevronLeft aria-hidden="true" size={16} />}
      >
        Previous
      </Button>
      <Button size="sm" variant="outline" disabled={!hasNext} onClick={onNext}>
        Next
        <ChevronRight aria-hidden="true" size={16} />
      </Button>
    </nav>
  );
}
