/** Returns two letters for a service: its capitals if it has two, "GH" for GitHub, else its first two. */
export function serviceLetters(name: string): string {
  const capitals = name.replace(/[^A-Z]/g, "");
  return (capitals.length >= 2 ? capitals : name.replace(/[^a-z0-9]/gi, "")).slice(0, 2);
}
