import { useStudioAddress } from "../studio-address.ts";
import { DEFAULT_SPAN } from "../studio-names.ts";

/** Returns the chosen period in days. */
export function useSpan(): number {
  return Number(useStudioAddress().search.days ?? DEFAULT_SPAN);
}
