import { entityId, exampleText, moment } from "./entity";
import * as z from "./zod";

const scope = z.enum(["read", "write"], "Must be read or write");

/** POST /api/keys. Without `expiresAt` the key works until it is revoked. */
export const keyDraft = z
  .object({
    label: z.string().trim().min(1, "Enter a label").max(60, "At most 60 characters"),
    scope: scope.default("read"),
    expiresAt: z.iso
      .datetime({ offset: true, error: "Must be an ISO 8601 timestamp" })
      .refine((at) => Date.parse(at) > Date.now(), "Must be in the future")
      .nullish(),
  })
  .meta({ examples: [{ label: "n8n", scope: "read" }] });
export type KeyDraft = z.infer<typeof keyDraft>;

/** An API key without its secret, which is only shown when it is created. */
export const keyView = z.object({
  _id: entityId,
  label: exampleText("n8n"),
  lastFour: exampleText("7Kq2"),
  scope,
  createdAt: moment,
  /** Accurate to the minute. Null: never used. */
  lastUsedAt: moment.nullable(),
  expiresAt: moment.nullable(),
});
export type KeyView = z.infer<typeof keyView>;

export const keysResponse = z.object({ keys: z.array(keyView) });
/** The bearer token is shown only once. */
export const keyMade = z.object({ key: keyView, secret: exampleText("esk_…") });

export const keysEnded = "Your API keys have been revoked. Create new ones where you need them.";
