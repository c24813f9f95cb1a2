import { entityId, exampleCount, exampleText, moment } from "./entity";
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
  site: exampleText("reddit"),
  name: exampleText("webdev"),
  label: exampleText("r/webdev"),
  items: exampleCount(214),
  kinds: z.array(
    z.object({
      kind,
      items: exampleCount(214),
      /** Up to when everything was read, at the start and the end of the period; null if unknown. */
      positionAtStart: moment.nullable(),
      positionAtEnd: moment.nullable(),
    }),
  ),
  matches: exampleCount(12),
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

export const receipt = z.object({
  version: z.literal(1),
  issuer: exampleText("https://earshot.example"),
  issuedAt: moment,
  watch: z.object({
    id: entityId,
    keyword: exampleText("tidewater"),
    expression: z
      .string()
      .nullable()
      .meta({ examples: ["tidewater -virginia -jobs"] }),
    places: z.array(exampleText("reddit:webdev")),
  }),
  /** `to` is excluded. A day that isn't over yet ends when the receipt is issued. */
  period: z.object({ from: moment, to: moment }),
  revisions: z.array(
    z.object({
      revision: exampleCount(1),
      from: moment,
      to: moment.nullable(),
      terms: z.array(exampleText("tidewater")),
    }),
  ),
  places: z.array(receiptPlace),
  itemsRead: exampleCount(214),
  matchesRecorded: exampleCount(12),
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
  signature: z
    .object({
      algorithm: z.literal("Ed25519"),
      keyId: exampleText("9fQk4Lr2vX0mTb7cWq81hJ3sZp6NyD5eA2uKfG0iRxM"),
      value: exampleText("rT5wY2…"),
    })
    .nullable(),
  notice: z.string().optional(),
});
export type ReceiptResponse = z.infer<typeof receiptResponse>;
export type ReceiptSignature = NonNullable<ReceiptResponse["signature"]>;

/** GET /.well-known/earshot-receipt-key.json. `publicKey`: 32 bytes in base64url; null without a key. */
export const receiptKeyResponse = z.object({
  issuer: exampleText("https://earshot.example"),
  algorithm: z.literal("Ed25519"),
  keyId: z.string().nullable(),
  publicKey: z.string().nullable(),
});
export type ReceiptKeyResponse = z.infer<typeof receiptKeyResponse>;
