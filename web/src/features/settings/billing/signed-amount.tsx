import { formatUsdExact } from "../../../lib/format.ts";

/** Shows an amount with a plus sign for credits to the wallet and a minus sign for debits. */
export function SignedAmount({ usd }: { readonly usd: number }) {
  return (
    <>
      {usd > 0 ? "+" : ""}
      {formatUsdExact(usd)}
    </>
  );
}
