/**
 * Whether a source mentions any of these modules' packages. Most plain agents use none of them, and a fork of a parent
 * that has not imported them costs half of the processor time. A wrong answer costs time alone: both kinds of sandbox
 * have the packages, one has them imported already.
 */
export function mentionsPackage(modules: readonly string[]): (source: string) => boolean {
  const packages = new Set(modules.map((name) => name.split(".")[0]));
  if (packages.size === 0) return () => false;
  const mention = new RegExp(`\\b(?:${[...packages].join("|")})\\b`);
  return (source) => mention.test(source);
}
