const maxDepth = 100;
const maxValues = 200_000;

const [quote, backslash, comma] = [34, 92, 44];
const opening = new Set([91, 123]);
const closing = new Set([93, 125]);

/** Parses JSON of limited depth and size. Returns the exceeded limit, or null if the text isn't JSON. */
export function readJson(text: string): { value: unknown } | { excess: string } | null {
  const excess = excessOf(text);
  if (excess !== null) return { excess };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function excessOf(text: string): string | null {
  let depth = 0;
  let values = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isString) {
      if (code === backslash) at += 1;
      else if (code === quote) isString = false;
    } else if (code === quote) isString = true;
    else if (code === comma) values += 1;
    else if (closing.has(code)) depth -= 1;
    else if (opening.has(code)) {
      depth += 1;
      values += 1;
    }
    if (depth > maxDepth) return `Its JSON is nested more than ${maxDepth} deep`;
    if (values > maxValues) return `Its JSON has more than ${maxValues} values`;
  }
  return null;
}
