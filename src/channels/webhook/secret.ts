import { randomBytes } from "node:crypto";
import * as z from "zod";

const secrets = z.object({
  current: z.string(),
  before: z.object({ secret: z.string(), until: z.coerce.date() }).optional(),
});

/** Overlap after a rotation, during which the previous secret also signs. */
const overlapMs = 24 * 60 * 60 * 1000;

/** Format defined by Standard Webhooks. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export function renewSecret(before: string, now: Date): { secret: string; shown: string } {
  const shown = makeSecret();
  const until = new Date(now.getTime() + overlapMs).toISOString();
  return {
    shown,
    secret: JSON.stringify({ current: shown, before: { secret: getCurrent(before), until } }),
  };
}

/** Secrets that sign messages at this time, current one first. */
export function signingSecrets(encrypted: string, now: Date): string[] {
  if (!encrypted.startsWith("{")) return [encrypted];
  const { current, before } = secrets.parse(JSON.parse(encrypted));
  return before !== undefined && before.until > now ? [current, before.secret] : [current];
}

function getCurrent(encrypted: string): string {
  return signingSecrets(encrypted, new Date(0))[0]!;
}
