import type { z } from "zod";
import { SiteError } from "@/domain/site-error";
import type { Reply } from "./http";

/** The body of a 200, checked; throws "malformed" for HTML, truncated JSON and any other shape. */
export function parseReply<T>(reply: Reply, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(parseJson(reply));
  if (parsed.success) return parsed.data;
  throw new SiteError("malformed", "unexpected response", {
    status: reply.status,
    rate: reply.rate,
    cause: parsed.error,
  });
}

/** Undefined where the body is no JSON, which includes JSON that says it is HTML: such a page is the edge's. */
export function parseJson(reply: Reply): unknown {
  if (/\bhtml\b/i.test(reply.headers.get("content-type") ?? "")) return undefined;
  try {
    return JSON.parse(reply.body);
  } catch {
    // Not JSON is an expected answer here (edge pages, empty bodies, a cut connection), not a fault of ours.
    return undefined;
  }
}
