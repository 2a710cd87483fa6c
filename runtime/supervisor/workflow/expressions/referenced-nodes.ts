/** Names of the nodes that a text's expressions ask by `$('Name')`, `$node["Name"]` or `$items("Name")`. */
export function referencedNodes(_text: string): string[] {
  return [];
}
