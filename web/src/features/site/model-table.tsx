import { Badge } from "../../components/badge.tsx";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { useModels } from "../../queries/system.ts";

const formatPrice = (amount: number) => `$${amount.toFixed(2)}`;

/** Lists the models with their cost to the developer; the default model is marked. */
export function ModelTable({ known }: { readonly known: ReturnType<typeof useModels>["data"] }) {
  if (!known) return <Skeleton className="h-24 w-full" />;
  return (
    <ScrollRegion label="Models" framed>
      <table className="w-full min-w-136 text-left text-14 [&_td]:px-4 [&_td]:py-3 [&_th]:px-4 [&_th]:py-3 [&_th]:font-normal">
        <thead className="label border-line border-b">
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Provider</th>
            <th scope="col">Kind</th>
            <th scope="col" className="text-right">
              Prompt / 1M
            </th>
            <th scope="col" className="text-right">
              Completion / 1M
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {known.models.map((model) => (
            <tr key={model.id}>
              <td>
                <span className="mono text-12">{model.id}</span>{" "}
                {model.id === known.default_model && <Badge>default</Badge>}
              </td>
              <td>{model.provider}</td>
              <td>{model.is_language_model ? "Language model" : "Deterministic responder"}</td>
              <td className="mono text-right text-12">{formatPrice(model.prompt_usd_per_million)}</td>
              <td className="mono text-right text-12">{formatPrice(model.completion_usd_per_million)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
