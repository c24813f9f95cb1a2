import { AppError, errorBody } from "./errors";
import { tokensAnswer, type TokensAnswer } from "./auth";
import { errorOfLimit, isRateLimited, rateLimitedOf, type RateLimited } from "./rate-limit";
import type * as z from "./zod";

/** Where a client keeps its tokens. */
export interface TokenStore {
  read: () => { token: string; refreshToken: string } | null;
  write: (tokens: TokensAnswer) => void;
  clear: () => void;
  /** Runs one refresh at a time among all that share the store. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ClientSettings {
  store: TokenStore;
  /** Called once nothing signs this client in any more; the store is empty by then. */
  onSignedOut: () => void;
  /** Called with every rate limit that a call meets. */
  onRateLimited?: (limited: RateLimited) => void;
  baseUrl?: string;
  fetch?: typeof fetch;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface CallOptions {
  /** Sent even while the page is being left. */
  keepalive?: boolean;
}

export interface Client {
  /**
   * The parsed answer of a call, path without /api; `z.undefined()` for a 204. A 429 resolves with its mark, which
   * isRateLimited tells. Throws AppError, or TypeError offline.
   */
  call: <T>(
    method: Method,
    path: string,
    answer: z.ZodType<T>,
    body?: unknown,
    options?: CallOptions,
  ) => Promise<T | RateLimited>;
  /** The parsed answer of a GET; a 429 throws like any other error, so that no cache takes its mark for data. */
  get: <T>(path: string, answer: z.ZodType<T>) => Promise<T>;
  /** New tokens by what the store or the cookie holds; false when neither signs in any more. */
  refresh: () => Promise<boolean>;
}

interface Sending {
  method: Method;
  path: string;
  token?: string;
  body?: unknown;
  keepalive?: boolean;
}

export function createClient(settings: ClientSettings): Client {
  const { store, onSignedOut, onRateLimited, baseUrl = "" } = settings;
  const send = async ({ method, path, token, body, keepalive }: Sending): Promise<unknown> => {
    const headers: Record<string, string> = {};
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const init = { method, headers, body: JSON.stringify(body), keepalive };
    const response = await (settings.fetch ?? fetch)(`${baseUrl}/api${path}`, init);
    const value = response.status === 204 ? undefined : await jsonOf(response);
    if (response.status === 429) {
      const limited = rateLimitedOf(value, response.headers.get("retry-after"));
      onRateLimited?.(limited);
      return limited;
    }
    if (!response.ok) throw errorOf(value);
    return value;
  };

  const renew = () => {
    const before = store.read()?.token;
    return store.inTurn(async (): Promise<boolean | RateLimited> => {
      const held = store.read();
      // Another tab was first.
      if (held !== null && held.token !== before) return true;
      const body = held === null ? {} : { refreshToken: held.refreshToken };
      try {
        const answer = await send({ method: "POST", path: "/auth/refresh", body });
        if (isRateLimited(answer)) return answer;
        store.write(tokensAnswer.parse(answer));
        return true;
      } catch (error) {
        // Only the server's word ends a session; a lost connection doesn't.
        if (!(error instanceof AppError) || error.status !== 401) throw error;
        store.clear();
        return false;
      }
    });
  };

  const call: Client["call"] = async (method, path, answer, body, { keepalive } = {}) => {
    const attempt = async () => {
      const value = await send({ method, path, token: store.read()?.token, body, keepalive });
      return isRateLimited(value) ? value : answer.parse(value);
    };
    const leave = (error: unknown) => {
      if (!isSessionOver(error)) throw error;
      store.clear();
      onSignedOut();
      throw error;
    };
    try {
      return await attempt();
    } catch (error) {
      if (!isSessionOver(error)) throw error;
      const renewed = await renew();
      if (isRateLimited(renewed)) return renewed;
      return renewed ? attempt().catch(leave) : leave(error);
    }
  };

  return {
    call,
    get: async (path, answer) => unlimited(await call("GET", path, answer)),
    refresh: async () => unlimited(await renew()),
  };
}

function unlimited<T>(answer: T | RateLimited): T {
  if (isRateLimited(answer)) throw errorOfLimit(answer);
  return answer;
}

function isSessionOver(error: unknown): boolean {
  return error instanceof AppError && (error.code === "TOKEN_EXPIRED" || error.code === "UNAUTHORIZED");
}

async function jsonOf(response: Response): Promise<unknown> {
  // A proxy before us may answer HTML; errorOf says what that means.
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function errorOf(value: unknown): AppError {
  const parsed = errorBody.safeParse(value);
  if (!parsed.success) return new AppError("INTERNAL_ERROR");
  const { code, message, ...details } = parsed.data;
  return new AppError(code, message, details);
}
