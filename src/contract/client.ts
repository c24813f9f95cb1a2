import { AppError, errorBody } from "./errors";
import { tokensResponse, type TokensResponse } from "./auth";
import { requestOf, type Input } from "./call-line";
import {
  calls,
  type ResponseOf,
  type OperationName,
  type InputOf,
  type PlainName,
  type ReadName,
} from "./calls";
import { errorOfLimit, isRateLimited, rateLimitedOf, type RateLimited } from "./rate-limit";

/** Where a client keeps its tokens. */
export interface TokenStore {
  read: () => { token: string; refreshToken: string } | null;
  write: (tokens: TokensResponse) => void;
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

interface CallOptions {
  /** Sent even while the page is being left. */
  keepalive?: boolean;
  /** Ends the call when nobody waits for its answer any more; it throws then. */
  signal?: AbortSignal;
}

export interface Client {
  /**
   * What a call answers; its types are the operation's, whose answers are tested at the server. A 429 resolves with its
   * mark, which isRateLimited tells. Throws AppError, or TypeError offline.
   */
  call: {
    <Name extends PlainName>(name: Name): Promise<ResponseOf<Name> | RateLimited>;
    <Name extends OperationName>(
      name: Name,
      input: InputOf<Name>,
      options?: CallOptions,
    ): Promise<ResponseOf<Name> | RateLimited>;
  };
  /** What a call that only reads answers; a 429 throws like any other error, so that no cache takes its mark for data. */
  read: {
    <Name extends PlainName & ReadName>(name: Name): Promise<ResponseOf<Name>>;
    <Name extends ReadName>(name: Name, input: InputOf<Name>): Promise<ResponseOf<Name>>;
  };
  /** New tokens by what the store or the cookie holds; false when neither signs in any more. */
  refresh: () => Promise<boolean>;
}

interface Sending {
  name: OperationName;
  input?: Input;
  token?: string;
  options: CallOptions;
}

export function createClient(settings: ClientSettings): Client {
  const { store, onSignedOut, onRateLimited, baseUrl = "" } = settings;
  const send = async ({ name, input = {}, token, options }: Sending): Promise<unknown> => {
    const headers: Record<string, string> = {};
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (input.body !== undefined) headers["Content-Type"] = "application/json";
    const { method, address } = requestOf(calls[name], input);
    const init = { method, headers, body: JSON.stringify(input.body), ...options };
    const response = await (settings.fetch ?? fetch)(baseUrl + address, init);
    const isEmpty = response.status === 204;
    const value = isEmpty ? undefined : await jsonOf(response);
    if (response.status === 429) {
      const limited = rateLimitedOf(value, response.headers.get("retry-after"));
      onRateLimited?.(limited);
      return limited;
    }
    // Good news that is no JSON is the page of a hotspot, not the server's word.
    if (!response.ok || (value === undefined && !isEmpty)) throw errorOf(value);
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
        const answer = await send({ name: "refresh", input: { body }, options: {} });
        if (isRateLimited(answer)) return answer;
        store.write(tokensResponse.parse(answer));
        return true;
      } catch (error) {
        // Only the server's word ends a session; a lost connection doesn't.
        if (!(error instanceof AppError) || error.status !== 401) throw error;
        store.clear();
        return false;
      }
    });
  };

  const call = async (name: OperationName, input?: Input, options: CallOptions = {}): Promise<unknown> => {
    const attempt = () => send({ name, input, token: store.read()?.token, options });
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
    // Whoever calls is held to the operation's types; in here every call is alike.
    call: call as Client["call"],
    read: (async (name, input) => unlimited(await call(name, input))) as Client["read"],
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
