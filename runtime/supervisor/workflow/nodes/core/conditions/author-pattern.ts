/** A regular expression as people write it: `/a+/i`, or without slashes. What it costs is bounded by the run's time. */
export function authorPattern(text: string): RegExp {
  const written = /^\/(.*)\/([a-z]*)$/s.exec(text);
  try {
    return written ? new RegExp(written[1] ?? "", written[2]) : new RegExp(text);
  } catch (error) {
    throw new Error(`'${text}' is not a valid regular expression`, { cause: error });
  }
}
