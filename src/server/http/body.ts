import { type ImportedFile, importLimits } from "@/domain/text/imported-file";
import { disconnected } from "@/server/platform/disconnect";
import { AppError } from "@/server/platform/errors";
import { parseJson, refuseBrokenText } from "@/server/platform/json";

/** Larger bodies are rejected before they are read: 64 KiB, 1 MiB for signed webhooks. */
export const bodyLimitBytes = 64 * 1024;
export const webhookBodyLimitBytes = 1024 * 1024;
const fileLimitBytes = importLimits.bytes;
/** Escaped quotes and line breaks take twice the bytes. The text in it has the limit of files. */
export const jsonFileLimitBytes = 2 * fileLimitBytes;

/** Throws PAYLOAD_TOO_LARGE as soon as it exceeds the limit, also without Content-Length. */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes)
    throw new AppError("PAYLOAD_TOO_LARGE");
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(() => {
      throw disconnected();
    });
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

/** Reads a JSON body. A missing or empty body is {}. */
export async function readJson(request: Request, limitBytes = bodyLimitBytes): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes);
  if (bytes.byteLength === 0) return {};
  if (!isJson(request)) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const value = parseJson(bytes);
  refuseBrokenText(value);
  return value;
}

function isJson(request: Request): boolean {
  return typeOf(request) === "application/json";
}

function typeOf(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

const fileType = /^(?:text\/.+|application\/(?:octet-stream|csv|xml|opml\+xml|vnd\.ms-excel))$/;

export async function readFile(request: Request): Promise<ImportedFile> {
  const bytes = await readBytes(request, isJson(request) ? jsonFileLimitBytes : fileLimitBytes);
  if (!isJson(request) && !fileType.test(typeOf(request) ?? "")) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  // Copied, because small buffers share memory with others.
  return { bytes: new Uint8Array(bytes), isJson: isJson(request) };
}
