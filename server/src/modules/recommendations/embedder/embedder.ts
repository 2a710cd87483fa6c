import type { Direction } from "../vector.ts";

/** The error of an embedder that cannot compare meanings right now. Its message is for the log. */
export class EmbedderUnavailable extends Error {
  override readonly name = "EmbedderUnavailable";
}

/** Converts texts to vectors. Texts of similar meaning have similar vectors. */
export interface Embedder {
  /** The name of the model. Vectors of different models cannot be compared. */
  readonly model: string;
  /** Texts are shortened to this many characters before they are embedded. */
  readonly textMaxLength: number;
  /** The cosines of unrelated and of equivalent texts, which differ from model to model. */
  readonly likeness: { readonly none: number; readonly same: number };
  /**
   * The directions of texts that no agent answers, such as random keys, small talk and general knowledge; undefined
   * for a model for which they were not measured.
   */
  readonly background: readonly Direction[] | undefined;
  /**
   * Returns whether the model knows the language of a text. The vector of a text in an unknown language is near to
   * everything.
   */
  canEmbed(text: string): boolean;
  /**
   * Returns one vector per text, in order. No text may be blank.
   * @throws EmbedderUnavailable
   */
  embed(texts: readonly string[]): Promise<number[][]>;
  close(): Promise<void>;
}
