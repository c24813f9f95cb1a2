import { randomBytes } from "node:crypto";
import * as z from "zod";

const replaced = z.object({ secret: z.string(), until: z.coerce.date() });

const secrets = z.object({
  current: z.string(),
  /** Oldest first. Rows from before repeated rotations were supported contain only one. */
  before: z.union([z.array(replaced), replaced.transform((one) => [one])]).default([]),
});

/** Overlap after a rotation, during which the previous secret also signs. */
const overlapMs = 24 * 60 * 60 * 1000;
const maxLatest = 3;

/** Format defined by Standard Webhooks. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Keeps the secrets that still sign: the oldest, which receivers probably use, and the latest three. */
export function renewSecret(encrypted: string, now: Date): { secret: string; shown: string } {
  const shown = makeSecret();
  const { current, before } = read(encrypted, now);
  const all = [...before, { secret: current, until: new Date(now.getTime() + overlapMs) }];
  const kept = all.filter((_, index) => index === 0 || index >= all.length - maxLatest);
  return { shown, secret: JSON.stringify({ current: shown, before: kept }) };
}

/** Secrets that sign messages at this time, current one first. */
export function signingSecrets(encrypted: string, now: Date): string[] {
  const { current, before } = read(encrypted, now);
  return [current, ...before.map(({ secret }) => secret)];
}

function read(encrypted: string, now: Date): z.infer<typeof secrets> {
  if (!encrypted.startsWith("{")) return { current: encrypted, before: [] };
  const { current, before } = secrets.parse(JSON.parse(encrypted));
  return { current, before: before.filter(({ until }) => until > now) };
}
