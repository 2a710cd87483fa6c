/**
 * Returns two characters for a service: the first two capitals of its name, such as "GH" for GitHub, or its first two
 * letters or digits if it has fewer capitals.
 */
export function getServiceLetters(name: string): string {
  const capitals = name.replace(/[^A-Z]/g, "");
  return (capitals.length >= 2 ? capitals : name.replace(/[^a-z0-9]/gi, "")).slice(0, 2);
}
