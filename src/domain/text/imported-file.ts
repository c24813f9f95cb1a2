/** Limits of imported files: bytes, lines, nesting depth, characters per line and per cell, columns. */
export const importLimits = {
  bytes: 5 * 1024 * 1024,
  entries: 50_000,
  levels: 100,
  line: 5_000,
  cell: 100_000,
  columns: 1_000,
};

export interface ImportedFile {
  bytes: Uint8Array;
  isJson: boolean;
}

export const encodingText = "The file must be UTF-8 or UTF-16. Save it as UTF-8 and try again.";

/** Decodes a file in UTF-8 or UTF-16, with or without a BOM. Null if it is neither. */
export function decodedText(bytes: Uint8Array): string | null {
  // A fatal decoder throws on invalid input.
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Uses the BOM, otherwise zero bytes: UTF-8 text has none, UTF-16 one in most pairs. */
function encodingOf(bytes: Uint8Array): string {
  const [one, other] = bytes;
  if (one === 0xff && other === 0xfe) return "utf-16le";
  if (one === 0xfe && other === 0xff) return "utf-16be";
  const checkedLength = Math.min(bytes.length, 1_000);
  const zerosAt = (from: number) => {
    let zeros = 0;
    for (let at = from; at < checkedLength; at += 2) zeros += bytes[at] === 0 ? 1 : 0;
    return zeros;
  };
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (even + odd < checkedLength / 4 || even + odd === 0) return "utf-8";
  return odd > even ? "utf-16le" : "utf-16be";
}
