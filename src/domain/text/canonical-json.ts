/** RFC 8785. Throws a TypeError for values that JSON can't represent exactly. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${fields.map(([name, field]) => `${canonicalJson(name)}:${canonicalJson(field)}`).join(",")}}`;
  }
  const isFit =
    value === null ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value)) ||
    (typeof value === "string" && value.isWellFormed());
  if (!isFit) throw new TypeError("not representable in canonical JSON");
  return JSON.stringify(value);
}
