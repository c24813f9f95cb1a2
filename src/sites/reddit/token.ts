import * as z from "zod";
import { parseReply } from "../responses";
import { getError } from "./classify";
import { aborted, send } from "../http";
import { SiteError } from "@/domain/reading/site-error";

const MAX_BODY_BYTES = 100_000;
/** Tokens are renewed this long before they expire, so they don't expire during a request. */
const RENEW_EARLY_MS = 120_000;

/** If the grant is refused, the endpoint returns 200 with an error inside. */
const tokenReply = z.union([
  z.object({ access_token: z.string().min(1), expires_in: z.number().positive() }),
  z.object({ error: z.union([z.string(), z.number()]), error_description: z.string().nullish().catch(null) }),
]);

interface TokenSettings {
  clientId: string;
  clientSecret: string;
  userAgent: string;
  authUrl: string;
  now: () => number;
  timeoutMs: number;
}

interface TokenSource {
  get(signal?: AbortSignal): Promise<string>;
  /** Forgets this token if it is still in use, so lanes that fail together cause only one refresh. */
  forget(token: string): void;
}

/** Application-only OAuth: one token for all lanes, fetched when first needed, one request at a time. */
export function createTokenSource(settings: TokenSettings): TokenSource {
  let stored: { token: string; renewAtMs: number } | null = null;
  let pending: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const fetched = await fetchToken(settings);
    // Short-lived tokens are used for half their lifetime.
    const usableMs = Math.max(fetched.lifetimeMs - RENEW_EARLY_MS, fetched.lifetimeMs / 2);
    stored = { token: fetched.token, renewAtMs: settings.now() + usableMs };
    return fetched.token;
  }

  return {
    async get(signal) {
      if (signal?.aborted) throw aborted(false);
      if (stored && settings.now() < stored.renewAtMs) return stored.token;
      pending ??= renew().finally(() => {
        pending = null;
      });
      return unlessAborted(pending, signal);
    },
    forget(token) {
      if (stored?.token === token) stored = null;
    },
  };
}

/** A caller that gives up must not cancel the request for the others. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(aborted(false));
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

async function fetchToken(settings: TokenSettings): Promise<{ token: string; lifetimeMs: number }> {
  try {
    const reply = await send({
      url: `${settings.authUrl}/api/v1/access_token`,
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString("base64")}`,
        "user-agent": settings.userAgent,
        accept: "application/json",
      },
      form: new URLSearchParams({ grant_type: "client_credentials" }),
      timeoutMs: settings.timeoutMs,
      maxBytes: MAX_BODY_BYTES,
    });
    if (reply.status !== 200) throw refusedIfBad(getError(reply, settings.now()));
    const said = parseReply(reply, tokenReply);
    if ("access_token" in said) return { token: said.access_token, lifetimeMs: said.expires_in * 1000 };
    throw new SiteError("unauthorized", `no token: ${said.error_description ?? said.error}`, {
      reason: String(said.error),
      status: reply.status,
    });
  } catch (error) {
    throw error instanceof SiteError ? withoutConfirmation(error) : error;
  }
}

/** Here a 400 or a refusal in JSON means that our credentials are wrong. */
function refusedIfBad(error: SiteError): SiteError {
  const isRefusal = error.status === 400 || error.kind === "forbidden";
  return isRefusal ? new SiteError("unauthorized", error.message, error) : error;
}

/** The token endpoint does not count against the budget of the data API. */
function withoutConfirmation(error: SiteError): SiteError {
  const { reason, retryAfterMs, status, cause } = error;
  return new SiteError(error.kind, `token: ${error.message}`, {
    reason,
    retryAfterMs,
    status,
    cause,
    requested: false,
  });
}
