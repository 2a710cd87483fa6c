/**
 * Returns a function that returns whether a source mentions any of these modules' packages. Most plain agents do not,
 * and a fork of a parent that has not imported them takes half the processor time. A wrong result only costs time,
 * because both kinds of sandbox have the packages.
 */
export function mentionsPackage(modules: readonly string[]): (source: string) => boolean {
  const packages = new Set(modules.map((name) => name.split(".")[0]));
  if (packages.size === 0) return () => false;
  const mention = new RegExp(`\\b(?:${[...packages].join("|")})\\b`);
  return (source) => mention.test(source);
}
