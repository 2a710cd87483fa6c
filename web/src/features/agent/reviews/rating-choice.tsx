import { Star } from "lucide-react";
import { useId } from "react";
import { formatRating } from "../../../components/reviews/rating-labels.ts";

const RATINGS = [1, 2, 3, 4, 5] as const;

interface RatingChoiceProps {
  /** `null` until the user chooses a rating. */
  readonly rating: number | null;
  readonly error: string | undefined;
  readonly onChange: (rating: number) => void;
}

/** Shows one to five stars. They are radio buttons, so arrow keys move and screen readers count them. */
export function RatingChoice({ rating, error, onChange }: RatingChoiceProps) {
  const name = useId();
  return (
    <fieldset className="grid justify-items-start gap-1.5">
      <legend className="font-medium text-14">Rating</legend>
      <div className="-ml-2.5 flex">
        {RATINGS.map((value) => (
          <label
            key={value}
            className="relative inline-flex size-11 cursor-pointer items-center justify-center rounded-4 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === rating}
              aria-label={formatRating(value)}
              onChange={() => onChange(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Star
              aria-hidden="true"
              size={22}
              className={rating !== null && value <= rating ? "fill-current text-ink" : "text-control"}
            />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-14 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
