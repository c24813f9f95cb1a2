import type { Taken } from "@/adapters/upstash";

const leftOf = new WeakMap<Request, Taken>();

export function setLimitHeaders(request: Request, left: Taken): void {
  leftOf.set(request, left);
}

export function limitHeaders(request: Request): Record<string, string> {
  const left = leftOf.get(request);
  if (left === undefined) return {};
  const seconds = Math.max(1, Math.ceil((left.resetsAtMs - Date.now()) / 1000));
  return {
    "RateLimit-Limit": String(left.limit),
    "RateLimit-Remaining": String(left.remaining),
    "RateLimit-Reset": String(seconds),
  };
}
