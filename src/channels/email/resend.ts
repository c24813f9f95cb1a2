import { Resend } from "resend";
import * as z from "zod";
import { timeoutSignal } from "@/adapters/timeout-signal";
import { env } from "@/env";

export const frozenMessage = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type FrozenMessage = z.infer<typeof frozenMessage>;

export type SendResult = { id: string | null } | { refused: "address" | "content" };

/**
 * By position. 'busy': the same request still runs. 'conflict': the key had other content. 'limited', 'quota'
 * can be retried, 'refused' can't. 'misconfigured' needs the operator. 'unclear': maybe sent.
 */
export type SendOutcome =
  | { kind: "accepted"; results: SendResult[] }
  | { kind: "limited"; waitMs: number | null }
  | { kind: "quota" | "busy" | "conflict" | "refused" | "misconfigured" | "unclear"; reason: string };

const requestTimeoutMs = 30_000;

const acceptedBody = z.object({
  data: z.array(z.object({ id: z.string() })),
  errors: z.array(z.object({ index: z.number(), message: z.string() })).default([]),
});

const refusal = z.object({ statusCode: z.number().nullish(), name: z.string().default("unnamed") });

let client: { resend: Resend; key: string } | undefined;

function resend(): Resend {
  const { RESEND_API_KEY, RESEND_BASE_URL } = env();
  const key = `${RESEND_API_KEY} ${RESEND_BASE_URL}`;
  if (client?.key !== key) client = { resend: new Resend(RESEND_API_KEY, { baseUrl: RESEND_BASE_URL }), key };
  return client.resend;
}

/** Sends these messages in one request with an idempotency key, in order. Never throws. */
export async function sendBatch(
  messages: readonly FrozenMessage[],
  idempotencyKey: string,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  const timeout = timeoutSignal(requestTimeoutMs);
  const options = {
    idempotencyKey,
    batchValidation: "permissive" as const,
    // The SDK passes its options to fetch.
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  };
  const { data, error, headers } = await resend().batch.send([...messages], options);
  if (error !== null) return refusedOutcome(error, headers ?? {});
  const body = acceptedBody.safeParse(data);
  return body.success
    ? { kind: "accepted", results: resultsOf(body.data, messages.length) }
    : { kind: "unclear", reason: "malformed" };
}

/** Accepted messages are returned in order without positions: skip the positions that have errors. */
function resultsOf(body: z.infer<typeof acceptedBody>, count: number): SendResult[] {
  const refused = new Map(body.errors.map((error) => [error.index, error.message]));
  const ids = body.data.map(({ id }) => id);
  return Array.from({ length: count }, (_, index) => {
    const message = refused.get(index);
    if (message === undefined) return { id: ids.shift() ?? null };
    return { refused: /`to`|\bto\b field|recipient/i.test(message) ? "address" : "content" };
  });
}

function refusedOutcome(error: unknown, headers: Record<string, string>): SendOutcome {
  const { statusCode, name } = refusal.catch({ statusCode: null, name: "unreadable" }).parse(error);
  const reason = statusCode ? `${statusCode} ${name}` : "no answer";
  if (statusCode === 429) {
    if (name === "daily_quota_exceeded" || name === "monthly_quota_exceeded")
      return { kind: "quota", reason };
    return { kind: "limited", waitMs: retryAfterMs(headers) };
  }
  if (statusCode === 409)
    return { kind: name === "invalid_idempotent_request" ? "conflict" : "busy", reason };
  if (statusCode === 400 || statusCode === 413 || statusCode === 422) return { kind: "refused", reason };
  if (statusCode && statusCode >= 400 && statusCode < 500 && statusCode !== 408)
    return { kind: "misconfigured", reason };
  return { kind: "unclear", reason };
}

function retryAfterMs(headers: Record<string, string>): number | null {
  const header = headers["retry-after"] ?? headers["ratelimit-reset"];
  const seconds = Number(header);
  return header !== undefined && Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
}

export interface MailEvent {
  id: string;
  type: string;
  emailId: string | null;
  to: string[];
  /** Null for events that don't decide whether we can email the address. */
  status: "bounced" | "complained" | null;
  /** Why this accepted email wasn't delivered, although the address stays usable; see `features/settings/mail-failure.ts`. */
  failure: "returned" | "rejected" | null;
}

const webhookEvent = z.object({
  type: z.string(),
  data: z
    .object({
      email_id: z.string().optional(),
      to: z.array(z.string()).default([]),
      bounce: z.object({ type: z.string().optional() }).optional(),
    })
    .default({ to: [] }),
});

/** Returns null if the signature is invalid or too old, or if Resend isn't configured. */
export function readMailEvent(headers: Headers, body: string): MailEvent | null {
  const { RESEND_API_KEY, RESEND_WEBHOOK_SECRET: webhookSecret } = env();
  const id = headers.get("svix-id") ?? "";
  const timestamp = headers.get("svix-timestamp") ?? "";
  const signature = headers.get("svix-signature") ?? "";
  if (webhookSecret === undefined || RESEND_API_KEY === undefined || id === "") return null;
  // The SDK throws for any invalid input.
  try {
    resend().webhooks.verify({ payload: body, headers: { id, timestamp, signature }, webhookSecret });
  } catch {
    return null;
  }
  const event = webhookEvent.safeParse(JSON.parse(body));
  if (!event.success) return { id, type: "unreadable", emailId: null, to: [], status: null, failure: null };
  const { type, data } = event.data;
  return {
    id,
    type,
    emailId: data.email_id ?? null,
    to: data.to,
    ...getResult(type, data.bounce?.type),
  };
}

function getResult(type: string, bounceType = "Permanent"): Pick<MailEvent, "status" | "failure"> {
  switch (type) {
    case "email.complained":
      return { status: "complained", failure: null };
    // Resend itself suppresses addresses that bounced or complained, and accepts their emails without sending.
    case "email.suppressed":
      return { status: "bounced", failure: null };
    case "email.bounced":
      // A full mailbox or a busy server is temporary; only permanent bounces disable an address.
      return bounceType === "Permanent"
        ? { status: "bounced", failure: null }
        : { status: null, failure: "returned" };
    case "email.failed":
      return { status: null, failure: "rejected" };
    default:
      return { status: null, failure: null };
  }
}
