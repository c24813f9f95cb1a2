import { AppError, fieldError } from "@/contract/errors";

export const jsonLimits = { levels: 100, values: 100_000 };

/** Parses a request body. Throws MALFORMED_JSON if it isn't UTF-8 or JSON, or is nested too deeply. */
export function parseJson(bytes: Uint8Array): unknown {
  checkJsonSize(bytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new AppError("MALFORMED_JSON");
  }
}

const [quote, backslash] = [0x22, 0x5c];
const [scalar, opens, closes, between, colon, string] = [0, 1, 2, 3, 4, 5];
const kinds = new Uint8Array(256);
for (const byte of Buffer.from("[{")) kinds[byte] = opens;
for (const byte of Buffer.from("]}")) kinds[byte] = closes;
for (const byte of Buffer.from(" \t\n\r,")) kinds[byte] = between;
for (const byte of Buffer.from(":")) kinds[byte] = colon;
kinds[quote] = string;

/** One pass before parsing, stops at the first excess. Can miscount invalid JSON, which then fails. */
export function checkJsonSize(bytes: Uint8Array): void {
  let levels = 0;
  let values = 0;
  let isInScalar = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = kinds[bytes[at]!]!;
    if (kind === opens) levels += 1;
    else if (kind === closes) levels -= 1;
    else if (kind === string) at = endOfString(bytes, at);
    // A string before a colon is a key, not a value.
    if (kind === colon) values -= 1;
    else if (kind === opens || kind === string || (kind === scalar && !isInScalar)) values += 1;
    isInScalar = kind === scalar;
    if (levels > jsonLimits.levels)
      throw new AppError("MALFORMED_JSON", `The JSON is nested more than ${jsonLimits.levels} levels deep`);
    if (values > jsonLimits.values)
      throw new AppError(
        "PAYLOAD_TOO_LARGE",
        `The JSON has more than ${jsonLimits.values.toLocaleString("en")} values`,
      );
  }
}

function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Throws VALIDATION_ERROR for NUL or lone surrogates, which PostgreSQL can't store. */
export function refuseBrokenText(value: unknown): void {
  const waiting: { value: unknown; field: string }[] = [{ value, field: "body" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === "string") refuseBrokenString(next.value, next.field);
    else if (Array.isArray(next.value))
      for (const one of next.value) waiting.push({ value: one, field: next.field });
    else if (typeof next.value === "object" && next.value !== null) {
      for (const [key, one] of Object.entries(next.value)) {
        refuseBrokenString(key, next.field);
        waiting.push({ value: one, field: key });
      }
    }
  }
}

function refuseBrokenString(text: string, field: string): void {
  if (text.isWellFormed() && !text.includes("\0")) return;
  const message = `${field} contains a character that can't be stored`;
  throw fieldError(field, message);
}
