import { randomBytes } from "node:crypto";
import { z } from "zod";

/** The secret that signs, and the one before it while its receivers may not know of the new one. */
const secrets = z.object({
  current: z.string(),
  before: z.object({ secret: z.string(), until: z.coerce.date() }).optional(),
});

/** So long the secret before signs along. */
const overlapMs = 24 * 60 * 60 * 1000;

/** As Standard Webhooks writes it. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The sealed text of a new secret. */
export function renewSecret(before: string, now: Date): { secret: string; shown: string } {
  const shown = makeSecret();
  const until = new Date(now.getTime() + overlapMs).toISOString();
  return {
    shown,
    secret: JSON.stringify({ current: shown, before: { secret: currentOf(before), until } }),
  };
}

/** By which secrets a message is signed at this moment, the newest first. */
export function signingSecrets(sealed: string, now: Date): string[] {
  if (!sealed.startsWith("{")) return [sealed];
  const { current, before } = secrets.parse(JSON.parse(sealed));
  return before !== undefined && before.until > now ? [current, before.secret] : [current];
}

function currentOf(sealed: string): string {
  return signingSecrets(sealed, new Date(0))[0]!;
}
