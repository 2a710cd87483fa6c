import { PLANS } from "@stoa/contract/plans";
import { SIGN_IN_TEXTS } from "@stoa/contract/sign-in-texts";
import { useMutation } from "@tanstack/react-query";
import { formatUsd } from "../lib/format.ts";
import { getServerDetail } from "../lib/http-error.ts";
import { notify } from "../lib/notify.ts";
import { resendConfirmation } from "../queries/sign-in.ts";
import { Button } from "./button.tsx";

const CREDITS = formatUsd(Number(PLANS.free.credits.amountNano) / 1e9);

/** Says that the starting credits arrive once the email address is confirmed, and can send another link. */
export function ConfirmAddress({ email }: { readonly email: string }) {
  const resend = useMutation({
    mutationFn: resendConfirmation,
    onSuccess: () => notify.success(SIGN_IN_TEXTS.confirmationSent(email)),
    onError: (error) => notify.error(getServerDetail(error) ?? "Failed to send the link. Please try again."),
  });
  return (
    <section
      aria-label="Confirm your email address"
      className="flex flex-wrap items-center justify-between gap-3 border-info border-l-2 bg-sunken px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64 text-14">
        <strong>Confirm your email address to get {CREDITS} in starting credits.</strong> Open the link that
        we sent to <span className="wrap-anywhere">{email}</span>. If it is not there, look in your spam
        folder, or correct your email address in Settings.
      </p>
      <Button size="sm" variant="outline" busy={resend.isPending} onClick={() => resend.mutate()}>
        Send another link
      </Button>
    </section>
  );
}
