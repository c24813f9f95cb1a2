/** The text of an answer: by its byte order mark, the charset of its header, or its XML declaration; else UTF-8, or what is no UTF-8 as Windows did. */
export function decoded(body: Buffer, contentType: string | null): string {
  const marked = decoderOf(markOf(body));
  if (marked !== null) return marked.decode(body);
  const declared = decoderOf(charsetOf(contentType)) ?? decoderOf(declaredIn(body));
  if (declared !== null) return declared.decode(body);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    // Said by nobody, and no UTF-8: what was written before it was usual.
    return new TextDecoder("windows-1252").decode(body);
  }
}

function markOf(body: Buffer): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  // Without a mark: every other byte of markup is none.
  if (body[0] === 0x3c && body[1] === 0) return "utf-16le";
  return body[0] === 0 && body[1] === 0x3c ? "utf-16be" : null;
}

function charsetOf(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? "")?.[1] ?? null;
}

function declaredIn(body: Buffer): string | null {
  const head = body.subarray(0, 200).toString("latin1");
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'\s]+)["']/i.exec(head)?.[1] ?? null;
  // It could be read as single bytes, so it is not what it says.
  return declared !== null && /^utf-?16/i.test(declared) ? "utf-8" : declared;
}

function decoderOf(label: string | null): TextDecoder | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label);
  } catch {
    // No charset that anybody knows.
    return null;
  }
}
