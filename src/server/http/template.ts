type Params = Record<string, string | string[] | undefined>;

/** A path with the names of its parameters in place of their values: no id or secret gets into logs and metrics. */
export function templateOf(pathname: string, params: Params): string {
  if (Object.values(params).some(Array.isArray)) return "/api/[[...path]]";
  const segments = pathname.split("/").filter(Boolean).map(decoded);
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const at = segments.indexOf(decoded(String(value)));
    // A value that isn't found could be anywhere: then nothing of the path is told.
    if (at === -1) return "other";
    segments[at] = `[${name}]`;
  }
  return `/${segments.join("/")}`;
}

function decoded(segment: string): string {
  // What can't be decoded stands for itself.
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
