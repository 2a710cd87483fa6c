import type { SupportedService } from "@stoa/contract/connectors";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { Button } from "../../../components/button.tsx";
import { call } from "../../../lib/call.ts";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";

/** Leads to the service, where its owner allows access: nothing has to be entered here. */
export function ConsentButton({ service }: { readonly service: SupportedService }) {
  const begin = useMutation({
    mutationFn: () => call("connectors.startConsent", { params: { service: service.name } }),
    onSuccess: ({ authorization_url }) => location.assign(authorization_url),
    onError: (error) => notify.error(serverDetail(error) ?? TEXTS.connectors.addFailed),
  });
  return (
    <div className="grid gap-2">
      <Button type="button" busy={begin.isPending} onClick={() => begin.mutate()}>
        Connect with {service.display_name}
      </Button>
      <p className="text-14 text-ink-2">
        {service.display_name} asks you what to allow. Or enter a token that you have from there, for as long
        as it is good:
      </p>
    </div>
  );
}
