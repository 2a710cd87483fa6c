import type { Finding } from "./check-list.ts";

/** The models that this server offers. A gateway implements this. */
export interface OfferedModels {
  /** Returns the model that a name stands for now, or undefined if none is offered. */
  findModel(name: string):
    | {
        model: string;
        by: "name" | "default" | "alias" | "base_name";
        promptRateNano: bigint;
        completionRateNano: bigint;
      }
    | undefined;
  /** Returns every name that a file may use now. */
  listModelNames(): string[];
}

/** The model names of a file, divided into offered and missing models. */
export interface ResolvedModels {
  /** The offered models, each once. */
  offered: string[];
  /** Names without an offered model, as written in the file. */
  missing: string[];
}

/** Resolves the names that a file uses against the models on offer. */
export function resolveModels(
  names: readonly string[],
  offer: Pick<OfferedModels, "findModel">,
): ResolvedModels {
  const found = names.map((name) => ({ name, model: offer.findModel(name)?.model }));
  return {
    offered: [...new Set(found.flatMap(({ model }) => model ?? []))],
    missing: found.filter(({ model }) => model === undefined).map(({ name }) => name),
  };
}

function describeName(name: string, offer: OfferedModels): string {
  const found = offer.findModel(name);
  if (found?.by === "alias") return `${name}, the operator's alias for ${found.model}`;
  if (found?.by === "base_name") return `${name}, served by ${found.model}`;
  return found?.by === "default" ? `${name}, which is ${found.model}` : name;
}

/** The name and label of the check of models. */
export const MODELS_CHECK = { name: "models", label: "Models" } as const;

/** Checks that every model name of a file is offered. The detail says which model each name means. */
export function checkModels(
  names: readonly string[],
  offer: OfferedModels,
  { allowMissing }: { allowMissing: boolean },
): Finding {
  const { missing } = resolveModels(names, offer);
  if (missing.length === 0) {
    const described = names.map((name) => describeName(name, offer));
    return { ok: true, detail: described.join("; ") || "The file names no model" };
  }
  const [model, it, is] =
    missing.length === 1 ? ["the model", "it", "is"] : ["the models", "one of them", "are"];
  const problem = `This server does not offer ${model} ${missing.join(", ")}.`;
  if (allowMissing)
    return {
      ok: true,
      warns: true,
      detail: `${problem} The agent is inactive until ${missing.length === 1 ? it : "they"} ${is} offered`,
    };
  return {
    ok: false,
    detail: `${problem} Use one that it offers (${offer.listModelNames().join(", ")}), or upload the agent as inactive until the model is offered`,
  };
}
