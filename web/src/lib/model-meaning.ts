/** The models of this server, as far as they have loaded. */
interface KnownModels {
  readonly default_model: string;
  readonly models: ReadonlyArray<{ readonly id: string; readonly is_language_model: boolean }>;
}

/** The name with which agents request the operator's default model. */
const DEFAULT_ALIAS = "default";

/** Returns a model's name with its meaning on this server: "default (stoa-basic)". */
export function describeModel(name: string, known: KnownModels | undefined): string {
  return name === DEFAULT_ALIAS && known ? `${name} (${known.default_model})` : name;
}

/** Returns a notice if one of these models is not a language model, so that nobody mistakes it for one. */
export function describeModels(names: readonly string[], known: KnownModels | undefined): string | undefined {
  const ids = names.map((name) => (name === DEFAULT_ALIAS ? known?.default_model : name));
  const plain = known?.models.find((model) => ids.includes(model.id) && !model.is_language_model);
  return plain && `${plain.id} is a deterministic responder, not a language model.`;
}
