/**
 * Returns a function that checks whether a source mentions a package of any of these modules. Most plain agents mention
 * none, and a fork of a parent that has not imported the packages takes half the processor time. A wrong result only
 * costs time, because the packages are available in both kinds of sandbox.
 */
export function mentionsPackage(modules: readonly string[]): (source: string) => boolean {
  const packages = new Set(modules.map((name) => name.split(".")[0]));
  if (packages.size === 0) return () => false;
  const mention = new RegExp(`\\b(?:${[...packages].join("|")})\\b`);
  return (source) => mention.test(source);
}
