import { createHash, ECDH } from "node:crypto";
import { request, type RequestOptions } from "node:https";
import webPush, { type RequestDetails } from "web-push";
import { isPushEndpoint } from "@/domain/push-hosts";
import { env } from "@/env";
import { agent } from "./push-agent";

/** A browser's address at its push service and the keys that only it can read with. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * What became of a push. 'gone': the browser has ended the subscription. 'refused' will not be taken as it is.
 * 'later' was not taken and may come again. 'unclear' may have been taken or not.
 */
export type PushOutcome =
  | { kind: "accepted" }
  | { kind: "gone" | "refused" | "unclear"; reason: string }
  | { kind: "later"; reason: string; waitMs: number | null };

const requestTimeoutMs = 8_000;

/** The public key that browsers subscribe with; null where Web Push is off. */
export function pushKey(): string | null {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = env();
  return VAPID_PUBLIC_KEY !== undefined && VAPID_PRIVATE_KEY !== undefined ? VAPID_PUBLIC_KEY : null;
}

/** Whether the endpoint's push service is one that we speak to. */
export function isKnownService({ endpoint }: Pick<PushAddress, "endpoint">): boolean {
  return isPushEndpoint(endpoint, env().PUSH_HOSTS);
}

/** Whether a message can be encrypted for these keys. */
export function areUsableKeys({ p256dh, auth }: Pick<PushAddress, "p256dh" | "auth">): boolean {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || Buffer.from(auth, "base64url").length < 16) return false;
  // Node says by throwing that a point is not on the curve.
  try {
    ECDH.convertKey(point, "prime256v1");
    return true;
  } catch {
    return false;
  }
}

/**
 * Sends one encrypted message. `key` is the same for every repetition: of those that wait at the service only the
 * last is handed over. Never throws, never follows a redirect.
 */
export async function sendPush(
  address: PushAddress,
  payload: string,
  how: { key: string; ttlSeconds: number; signal?: AbortSignal },
): Promise<PushOutcome> {
  if (pushKey() === null) return { kind: "later", reason: "no keys", waitMs: null };
  if (!isKnownService(address)) return { kind: "refused", reason: "host" };
  if (!areUsableKeys(address)) return { kind: "refused", reason: "keys" };
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = how.signal === undefined ? timeout : AbortSignal.any([how.signal, timeout]);
  try {
    return await exchange(detailsOf(address, payload, how), signal);
  } catch (error) {
    return unsent(error);
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
  return new Promise<PushOutcome>((resolve, reject) => {
    const sending = request(endpoint, options, (response) => {
      // What it says beside the status is of no use, and not waited for.
      response.on("error", () => undefined).resume();
      resolve(outcomeOf(response.statusCode ?? 0, response.headers["retry-after"]));
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  const reason = String(status);
  if (status >= 200 && status < 300) return { kind: "accepted" };
  if (status === 404 || status === 410) return { kind: "gone", reason };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: "later", reason, waitMs: askedWaitMs(retryAfter) };
  return { kind: "refused", reason };
}

function askedWaitMs(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return ms >= 0 ? Math.ceil(ms) : null;
}

/** Reasons of node's by which nothing can have been sent. */
const neverSent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

function unsent(error: unknown): PushOutcome {
  const code = error instanceof Error && "code" in error ? String(error.code) : "failed";
  if (code === "ERR_PRIVATE_ADDRESS") return { kind: "refused", reason: "address" };
  if (neverSent.has(code) || /CERT|SIGNED/.test(code)) return { kind: "later", reason: code, waitMs: null };
  return { kind: "unclear", reason: code === "ABORT_ERR" ? "no answer" : code };
}
