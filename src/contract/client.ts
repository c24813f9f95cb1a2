import { AppError, errorBody } from "./errors";
import { tokensAnswer, type TokensAnswer } from "./auth";
import type { z } from "./zod";

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
  baseUrl?: string;
  fetch?: typeof fetch;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Client {
  /** The parsed answer of a call, path without /api; `z.undefined()` for a 204. Throws AppError, or TypeError offline. */
  call: <T>(method: Method, path: string, answer: z.ZodType<T>, body?: unknown) => Promise<T>;
  /** New tokens by what the store or the cookie holds; false when neither signs in any more. */
  refresh: () => Promise<boolean>;
}

export function createClient(settings: ClientSettings): Client {
  const { store, onSignedOut, baseUrl = "" } = settings;
  const send = async (
    method: Method,
    path: string,
    token: string | undefined,
    body: unknown,
  ): Promise<unknown> => {
    const headers: Record<string, string> = {};
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const doFetch = settings.fetch ?? fetch;
    const response = await doFetch(`${baseUrl}/api${path}`, { method, headers, body: JSON.stringify(body) });
    const value = response.status === 204 ? undefined : await jsonOf(response);
    if (!response.ok) throw errorOf(value);
    return value;
  };

  const refresh = () => {
    const before = store.read()?.token;
    return store.inTurn(async () => {
      const held = store.read();
      // Another tab was first.
      if (held !== null && held.token !== before) return true;
      const body = held === null ? {} : { refreshToken: held.refreshToken };
      try {
        store.write(tokensAnswer.parse(await send("POST", "/auth/refresh", undefined, body)));
        return true;
      } catch (error) {
        // Only the server's word ends a session; a lost connection doesn't.
        if (!(error instanceof AppError) || error.status !== 401) throw error;
        store.clear();
        return false;
      }
    });
  };

  return {
    refresh,
    call: async (method, path, answer, body) => {
      const attempt = async () => answer.parse(await send(method, path, store.read()?.token, body));
      try {
        return await attempt();
      } catch (error) {
        if (!isSessionOver(error)) throw error;
        if (await refresh()) return attempt();
        onSignedOut();
        throw error;
      }
    },
  };
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
