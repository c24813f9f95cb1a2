type Params = Record<string, string | string[] | undefined>;

/** Replaces parameter values in a path by their names, to keep ids and secrets out of logs and metrics. */
export function getTemplate(pathname: string, params: Params): string {
  if (Object.values(params).some(Array.isArray)) return "/api/[[...path]]";
  const segments = pathname.split("/").filter(Boolean).map(decoded);
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const at = segments.indexOf(decoded(String(value)));
    // If a value isn't found, it could be anywhere, so return a placeholder for the whole path.
    if (at === -1) return "other";
    segments[at] = `[${name}]`;
  }
  return `/${segments.join("/")}`;
}

function decoded(segment: string): string {
  // Invalid encodings are used literally.
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
