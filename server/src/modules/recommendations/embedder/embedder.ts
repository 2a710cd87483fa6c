import type { Direction } from "../vector.ts";

/** The error of an embedder that cannot compare meanings right now. Its message is for the log. */
export class EmbedderUnavailable extends Error {
  override readonly name = "EmbedderUnavailable";
}

/** The directions of example queries, with which queries that no agent answers are recognized. */
export interface ExampleQueries {
  /** Queries that no agent answers, such as random keys, small talk and general knowledge. */
  readonly background: readonly Direction[];
  /** Queries that ask for something that agents do. */
  readonly requests: readonly Direction[];
}

/** Converts text to vectors. Strings of similar meaning have similar vectors. */
export interface Embedder {
  /** The name of the model. Vectors of different models cannot be compared. */
  readonly model: string;
  /** Strings are shortened to this many characters before they are embedded. */
  readonly textMaxLength: number;
  /** The cosines of unrelated and of equivalent strings, which differ from model to model. */
  readonly likeness: { readonly none: number; readonly same: number };
  /** Undefined for a model for which no examples were measured. */
  readonly examples: ExampleQueries | undefined;
  /**
   * Returns whether the model knows the language of `text`. The vector of text in an unknown language is near to
   * everything.
   */
  canEmbed(text: string): boolean;
  /**
   * Returns one vector per string, in order. No string may be blank.
   * @throws EmbedderUnavailable
   */
  embed(texts: readonly string[]): Promise<number[][]>;
  close(): Promise<void>;
}
