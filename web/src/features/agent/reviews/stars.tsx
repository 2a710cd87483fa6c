import { Star } from "lucide-react";
import { ratingWords } from "../../../components/reviews/rating-words.ts";

const RATINGS = [1, 2, 3, 4, 5] as const;

/** A rating as stars, read as "4 of 5". */
export function Stars({ rating }: { readonly rating: number }) {
  return (
    <span className="inline-flex shrink-0 items-center">
      <span className="sr-only">{ratingWords(rating)}</span>
      {RATINGS.map((value) => (
        <Star
          key={value}
          aria-hidden="true"
          size={16}
          className={value <= rating ? "fill-current text-ink" : "text-control"}
        />
      ))}
    </span>
  );
}
