/** Nested form or query fields: `items[0][price]=p` is {items: {0: {price: "p"}}}. */
export interface Fields {
  [name: string]: string | Fields | undefined;
}

const maxDepth = 8;

export function fieldsIn(pairs: URLSearchParams): Fields {
  const fields: Fields = {};
  for (const [name, value] of pairs) put(fields, getParts(name), value);
  return fields;
}

function getParts(name: string): string[] {
  const [first = ""] = name.split("[", 1);
  return [first, ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part ?? "")].slice(0, maxDepth);
}

function put(fields: Fields, parts: string[], value: string): void {
  let at = fields;
  for (const part of parts.slice(0, -1)) {
    const name = part === "" ? String(Object.keys(at).length) : part;
    const below = at[name];
    at = typeof below === "object" ? below : ((at[name] = {}) as Fields);
  }
  const last = parts.at(-1) ?? "";
  at[last === "" ? String(Object.keys(at).length) : last] = value;
}

export function getText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

export function isTrue(fields: Fields, name: string): boolean {
  return getText(fields, name) === "true";
}

export function below(fields: Fields, name: string): Fields {
  const value = fields[name];
  return typeof value === "object" ? value : {};
}

export function listIn(fields: Fields, name: string): (string | Fields)[] {
  return Object.values(below(fields, name)).filter((value) => value !== undefined);
}

/** Merges metadata fields. An empty value deletes a key. */
export function mergedMetadata(before: Record<string, string>, fields: Fields): Record<string, string> {
  const after = { ...before };
  for (const [key, value] of Object.entries(below(fields, "metadata"))) {
    if (typeof value !== "string") continue;
    if (value === "") delete after[key];
    else after[key] = value;
  }
  return after;
}
