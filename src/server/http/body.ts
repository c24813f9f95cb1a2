import { decodedText, encodingText, importLimits } from "@/domain/imported-file";
import { AppError } from "@/server/platform/errors";

/** Bodies larger than this are refused before they are read: 64 KiB, signed webhooks 1 MiB. */
export const bodyLimitBytes = 64 * 1024;
export const webhookBodyLimitBytes = 1024 * 1024;
/** Of calls that take a file, of the file and of the JSON that it may stand in. */
export const fileLimitBytes = importLimits.bytes;

/** The whole body as it came; PAYLOAD_TOO_LARGE as soon as the limit is passed, however it is sent. */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes)
    throw new AppError("PAYLOAD_TOO_LARGE");
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limitBytes) {
      await reader.cancel();
      throw new AppError("PAYLOAD_TOO_LARGE");
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, size);
}

/** The body's JSON value; an absent or empty body is {}. */
export async function readJson(request: Request, limitBytes = bodyLimitBytes): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes);
  if (bytes.byteLength === 0) return {};
  if (!isJson(request)) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const value = parseJson(bytes);
  refuseBrokenText(value);
  return value;
}

export function isJson(request: Request): boolean {
  return typeOf(request) === "application/json";
}

function typeOf(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

/** What a file's bytes come as; a form's do not. */
const fileType = /^(?:text\/.+|application\/(?:octet-stream|csv|xml|opml\+xml|vnd\.ms-excel))$/;

/** A text file's text, in UTF-8 or UTF-16 with or without its mark; VALIDATION_ERROR for what is neither. */
export async function readText(request: Request, limitBytes: number): Promise<string> {
  const bytes = await readBytes(request, limitBytes);
  if (!fileType.test(typeOf(request) ?? "")) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const text = decodedText(bytes);
  if (text !== null) return text;
  throw new AppError("VALIDATION_ERROR", encodingText, { errors: { text: [encodingText] } });
}

function parseJson(bytes: Uint8Array): unknown {
  // A body that is no UTF-8 or no JSON is the caller's fault, not ours.
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new AppError("MALFORMED_JSON");
  }
}

/** PostgreSQL stores neither a NUL nor a lone surrogate: VALIDATION_ERROR. Walks without recursion: depth is the caller's. */
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
  if (!/[\0\p{Surrogate}]/u.test(text)) return;
  const message = `${field} holds a character that can't be stored`;
  throw new AppError("VALIDATION_ERROR", message, { errors: { [field]: [message] } });
}
