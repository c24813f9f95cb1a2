import { entityId, moment } from "./entity";
import * as z from "./zod";

const scope = z.enum(["read", "write"], "Must be read or write");

/** POST /api/keys; without an end it works until it is revoked. */
export const keyDraft = z.object({
  label: z.string().trim().min(1, "Enter a label").max(60, "At most 60 characters"),
  scope: scope.default("read"),
  expiresAt: z.iso
    .datetime({ offset: true, error: "Must be an ISO 8601 timestamp" })
    .refine((at) => Date.parse(at) > Date.now(), "Must be in the future")
    .nullish(),
});
export type KeyDraft = z.infer<typeof keyDraft>;

/** A key as its owner tells it from others; the key itself is told once, when it is made. */
export const keyView = z.object({
  _id: entityId,
  label: z.string(),
  lastFour: z.string(),
  scope,
  createdAt: moment,
  /** To the minute; null: not yet. */
  lastUsedAt: moment.nullable(),
  /** Null: it works until it is revoked. */
  expiresAt: moment.nullable(),
});
export type KeyView = z.infer<typeof keyView>;

/** GET /api/keys: the newest first. */
export const keysResponse = z.object({ keys: z.array(keyView) });
/** The secret is what is sent as the bearer; nobody can tell it again. */
export const keyMade = z.object({ key: keyView, secret: z.string() });

/** Said with a new password where there were any. */
export const keysEnded = "Your API keys have been revoked. Create new ones where you need them.";
