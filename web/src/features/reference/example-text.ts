/** An example as it is shown: JSON in lines, a text as it is. */
export function exampleText(example: unknown): string {
  return typeof example === "string" ? example : JSON.stringify(example, null, 2);
}
