import { createHash } from "node:crypto";

/** The group of a thread's replies. Keywords don't collide with it, because it ends with a hash. */
export function threadGroup(root: string): string {
  return `thread:${createHash("sha256").update(root).digest("hex").slice(0, 32)}`;
}
