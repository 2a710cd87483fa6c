/** Fills `{name}` of a prompt; `{{` and `}}` stand for braces, and what has no value stays. */
export function filledPrompt(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return found.slice(0, 1);
    return Object.hasOwn(values, name) ? (values[name] ?? "") : found;
  });
}
