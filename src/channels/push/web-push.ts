import { createHash, ECDH } from "node:crypto";
import { request, type RequestOptions } from "node:https";
import webPush, { type RequestDetails } from "web-push";
import { timeoutSignal } from "@/adapters/timeout-signal";
import type { Address, Outcome } from "@/domain/delivery/channel";
import { env } from "@/env";
import { agent } from "./push-agent";
import { isPushEndpoint } from "./push-hosts";

export function getSecret({ p256dh, auth }: Pick<PushAddress, "p256dh" | "auth">): string {
  return `${p256dh}.${auth}`;
}

export function getAddress({ address, secret }: Address): PushAddress {
  const [p256dh = "", auth = ""] = secret.split(".");
  return { endpoint: address, p256dh, auth };
}

export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type PushResponse = { status: number; retryAfter: string | undefined } | { fault: string };

const requestTimeoutMs = 8_000;
const maxResponseBytes = 64_000;

/** The VAPID public key for subscriptions; null if Web Push is off. */
export function pushKey(): string | null {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = env();
  return VAPID_PUBLIC_KEY !== undefined && VAPID_PRIVATE_KEY !== undefined ? VAPID_PUBLIC_KEY : null;
}

export function isKnownService({ endpoint }: Pick<PushAddress, "endpoint">): boolean {
  return isPushEndpoint(endpoint, env().PUSH_HOSTS);
}

export function areUsableKeys({ p256dh, auth }: Pick<PushAddress, "p256dh" | "auth">): boolean {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || Buffer.from(auth, "base64url").length < 16) return false;
  // Node throws if the point isn't on the curve.
  try {
    ECDH.convertKey(point, "prime256v1");
    return true;
  } catch {
    return false;
  }
}

/** Never throws or redirects. The service delivers only the last waiting message with this `key`. */
export async function sendPush(
  address: PushAddress,
  payload: string,
  how: { key: string; ttlSeconds: number; signal?: AbortSignal },
): Promise<PushResponse> {
  if (!isKnownService(address)) return { fault: "host" };
  if (!areUsableKeys(address)) return { fault: "keys" };
  const timeout = timeoutSignal(requestTimeoutMs);
  const signal = how.signal === undefined ? timeout : AbortSignal.any([how.signal, timeout]);
  try {
    return await exchange(detailsOf(address, payload, how), signal);
  } catch (error) {
    return { fault: error instanceof Error && "code" in error ? String(error.code) : "failed" };
  }
}

function detailsOf(
  { endpoint, p256dh, auth }: PushAddress,
  payload: string,
  { key, ttlSeconds }: { key: string; ttlSeconds: number },
): RequestDetails {
  const { VAPID_PUBLIC_KEY = "", VAPID_PRIVATE_KEY = "", SUPPORT_EMAIL } = env();
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: {
      subject: `mailto:${SUPPORT_EMAIL}`,
      publicKey: VAPID_PUBLIC_KEY,
      privateKey: VAPID_PRIVATE_KEY,
    },
    TTL: ttlSeconds,
    urgency: "high",
    topic: createHash("sha256").update(key).digest("base64url").slice(0, 32),
  });
}

function exchange({ endpoint, method, headers, body }: RequestDetails, signal: AbortSignal) {
  const options: RequestOptions = { method, headers, agent, signal };
  return new Promise<PushResponse>((resolve, reject) => {
    const sending = request(endpoint, options, (response) => {
      // Only the status matters: don't wait for the body, and abort if it is too long.
      let bytes = 0;
      response.on("error", () => undefined);
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxResponseBytes) response.destroy();
      });
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

export function toOutcome(reply: PushResponse): Outcome {
  if ("fault" in reply) return unsent(reply.fault);
  const { status, retryAfter } = reply;
  const reason = String(status);
  if (status >= 200 && status < 300) return { kind: "sent", id: null };
  if (status === 404 || status === 410) return { kind: "gone", reason };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: "later", reason, waitMs: retryAfterMs(retryAfter) };
  return { kind: "refused", reason };
}

function retryAfterMs(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return ms >= 0 ? Math.ceil(ms) : null;
}

/** Reasons not to send at all: a host that isn't allowed or is private, or invalid keys. */
const notSent = new Map([
  ["host", "host"],
  ["keys", "keys"],
  ["ERR_PRIVATE_ADDRESS", "address"],
]);
/** Error codes that rule out that anything was sent. */
const neverSent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

function unsent(fault: string): Outcome {
  const refusal = notSent.get(fault);
  if (refusal !== undefined) return { kind: "refused", reason: refusal };
  if (neverSent.has(fault) || /CERT|SIGNED/.test(fault))
    return { kind: "later", reason: fault, waitMs: null };
  return { kind: "unknown", reason: fault === "ABORT_ERR" ? "no answer" : fault };
}
