import { formatUsdExact } from "../../../lib/format.ts";

/** An amount with its sign: into the wallet or out of it. */
export function SignedAmount({ usd }: { readonly usd: number }) {
  return (
    <>
      {usd > 0 ? "+" : ""}
      {formatUsdExact(usd)}
    </>
  );
}
