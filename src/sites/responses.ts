import type * as z from "zod";
import { SiteError } from "@/domain/reading/site-error";
import type { Reply } from "./http";

/** Throws "malformed" for HTML, truncated JSON or an unexpected shape. */
export function parseReply<T>(reply: Reply, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(parseJson(reply));
  if (parsed.success) return parsed.data;
  throw new SiteError("malformed", "unexpected response", {
    status: reply.status,
    rate: reply.rate,
    cause: parsed.error,
  });
}

/** Returns undefined if the body isn't JSON or is labeled as HTML, as a CDN's error pages are. */
export function parseJson(reply: Reply): unknown {
  if (/\bhtml\b/i.test(reply.headers.get("content-type") ?? "")) return undefined;
  try {
    return JSON.parse(reply.body);
  } catch {
    // Expected for CDN pages, empty bodies and lost connections.
    return undefined;
  }
}
