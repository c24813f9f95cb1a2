import { getBOMEncoding, normalizeEncoding, TextDecoder } from "@exodus/bytes/encoding.js";

/** Chunk size for finding invalid bytes, and the total number of bytes to search. */
const chunkBytes = 256;
const maxSearched = 200_000;
/** Except in UTF-16, bytes below this are never part of a multi-byte character. */
const firstTrailByte = 0x30;
const maxCharacterBytes = 4;

/** As in the WHATWG Encoding Standard, unlike Node's decoders. Decodes invalid bytes as windows-1252. */
export function decoded(body: Uint8Array, contentType: string | null): string {
  const encoding = getBOMEncoding(body) ?? declaredEncoding(body, contentType);
  // Browsers refuse these unsafe encodings and replace the whole document.
  if (encoding === "replacement") return windows1252(body);
  const whole = decodedStrictly(encoding, body);
  if (whole !== null) return whole;
  if (encoding === "utf-8") return repairedUtf8(body);
  const isStateless = !/^(?:utf-16|iso-2022)/.test(encoding);
  return isStateless ? repaired(encoding, body) : new TextDecoder(encoding).decode(body);
}

function declaredEncoding(body: Uint8Array, contentType: string | null): string {
  const wide = wideEncoding(body);
  if (wide !== null) return wide;
  const charset = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? "")?.[1];
  const head = windows1252(body.subarray(0, 1024));
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'<>]+)["']/i.exec(head)?.[1];
  const known = [charset, declared].map((label) => label && normalizeEncoding(label));
  // The declaration was readable as single bytes, so the document isn't UTF-16.
  return known.find((encoding) => encoding && !encoding.startsWith("utf-16")) || "utf-8";
}

/** UTF-16 without a byte order mark: every other byte of its first characters is 0. */
function wideEncoding([first, second]: Uint8Array): string | null {
  if (first !== 0 && second === 0) return "utf-16le";
  return first === 0 && second !== 0 && second !== undefined ? "utf-16be" : null;
}

function decodedStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function windows1252(bytes: Uint8Array): string {
  return new TextDecoder("windows-1252").decode(bytes);
}

const windows1252Characters = windows1252(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const windows1252AsUtf8 = [...windows1252Characters].map((character) => new TextEncoder().encode(character));

/** Replaces every invalid byte by the UTF-8 bytes of its windows-1252 character. */
function repairedUtf8(bytes: Uint8Array): string {
  const valid = new Uint8Array(3 * bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length;) {
    const length = utf8Length(bytes, at);
    if (length === 0) for (const byte of windows1252AsUtf8[bytes[at++]!]!) valid[size++] = byte;
    for (const end = at + length; at < end; at += 1) valid[size++] = bytes[at]!;
  }
  return new TextDecoder().decode(valid.subarray(0, size));
}

/** The length of the character at an index, 0 at the end and if its bytes are invalid. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0xff;
  if (lead < 0x80) return 1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The second byte rules out overlong forms, surrogates and code points that don't exist.
  const min = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const max = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (lead < 0xc2 || lead > 0xf4 || second < min || second > max) return 0;
  for (let next = 2; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function repaired(encoding: string, bytes: Uint8Array): string {
  const parts: string[] = [];
  const decoder = new TextDecoder(encoding);
  let left = maxSearched;
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    for (to = from + chunkBytes; to < bytes.length && bytes[to]! >= firstTrailByte;) to += 1;
    const chunk = bytes.subarray(from, to);
    const whole = decodedStrictly(encoding, chunk);
    if (whole === null) left -= chunk.length;
    parts.push(whole ?? (left < 0 ? decoder.decode(chunk) : repairedChunk(decoder, chunk)));
  }
  return parts.join("");
}

function repairedChunk(decoder: TextDecoder, chunk: Uint8Array): string {
  let text = "";
  for (let at = 0; at < chunk.length;) {
    let length = 0;
    let character = "\ufffd";
    while (character.includes("\ufffd") && length < maxCharacterBytes)
      character = decoder.decode(chunk.subarray(at, at + (length += 1)));
    const isValid = !character.includes("\ufffd");
    text += isValid ? character : windows1252Characters[chunk[at]!];
    at += isValid ? length : 1;
  }
  return text;
}
