import { entityId, moment } from "./entity";
import * as z from "./zod";

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T.*)?$/, "must be a date, for example 2026-11-21")
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a date, for example 2026-11-21");

/** GET /api/keywords/{id}/receipt. Whole UTC days, both included. Default: the last 7 days. */
export const receiptQuery = z.object({ from: day.optional(), to: day.optional() });
export type ReceiptQuery = z.infer<typeof receiptQuery>;

const kind = z.enum(["post", "comment"]);

const receiptPlace = z.object({
  site: z.string(),
  name: z.string(),
  label: z.string(),
  /** Items read, in total and by kind. */
  items: z.number(),
  kinds: z.array(
    z.object({
      kind,
      items: z.number(),
      /** Up to when everything was read, at the start and the end of the period; null if unknown. */
      positionAtStart: moment.nullable(),
      positionAtEnd: moment.nullable(),
    }),
  ),
  matches: z.number(),
  gaps: z.array(
    z.object({
      kind,
      from: moment,
      to: moment,
      /** items-unavailable: the site listed items but didn't show them. not-read: the time wasn't read. */
      reason: z.enum(["items-unavailable", "not-read"]),
      items: z.number().nullable(),
      filledAt: moment.nullable(),
    }),
  ),
});

/** The signed part. */
export const receipt = z.object({
  version: z.literal(1),
  issuer: z.string(),
  issuedAt: moment,
  watch: z.object({
    id: entityId,
    keyword: z.string(),
    expression: z.string().nullable(),
    places: z.array(z.string()),
  }),
  /** `to` is excluded. A day that isn't over yet ends when the receipt is issued. */
  period: z.object({ from: moment, to: moment }),
  revisions: z.array(
    z.object({ revision: z.number(), from: moment, to: moment.nullable(), terms: z.array(z.string()) }),
  ),
  places: z.array(receiptPlace),
  itemsRead: z.number(),
  matchesRecorded: z.number(),
  /** Matches that a daily limit left out. `limit`: in matches or megabytes. */
  matchesBeyondLimit: z.number(),
  limits: z.array(
    z.object({ day: z.string(), reason: z.enum(["count", "text"]), limit: z.number(), missed: z.number() }),
  ),
});
export type Receipt = z.infer<typeof receipt>;

/** `signature` is null, with a notice, if the server has no RECEIPT_KEY. */
export const receiptResponse = z.object({
  receipt,
  signature: z.object({ algorithm: z.literal("Ed25519"), keyId: z.string(), value: z.string() }).nullable(),
  notice: z.string().optional(),
});
export type ReceiptResponse = z.infer<typeof receiptResponse>;
export type ReceiptSignature = NonNullable<ReceiptResponse["signature"]>;

/** GET /.well-known/earshot-receipt-key.json. `publicKey`: 32 bytes in base64url; null without a key. */
export const receiptKeyResponse = z.object({
  issuer: z.string(),
  algorithm: z.literal("Ed25519"),
  keyId: z.string().nullable(),
  publicKey: z.string().nullable(),
});
export type ReceiptKeyResponse = z.infer<typeof receiptKeyResponse>;
