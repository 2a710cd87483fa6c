import { Heart } from "lucide-react";
import { formatCount } from "../../lib/format.ts";
import { useSignedIn } from "../../lib/session.ts";
import { useFavourites } from "../../queries/favourites.ts";

export interface FavouritesFilterProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Those alone that the signed-in person has marked. */
export function FavouritesFilter({ checked, onChange }: FavouritesFilterProps) {
  const signedIn = useSignedIn();
  const favourites = useFavourites();
  if (!signedIn) return null;
  return (
    <label className="relative flex h-9 cursor-pointer select-none items-center gap-2 rounded-2 border border-control px-2 text-14 has-checked:border-ink has-checked:bg-ink has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 max-md:h-11 not-has-checked:hover:bg-sunken">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <Heart aria-hidden="true" size={14} className={checked ? "fill-current" : undefined} />
      <span className="flex-1">My favourites</span>
      {favourites.data && <span className="mono text-12">{formatCount(favourites.data.size)}</span>}
    </label>
  );
}
