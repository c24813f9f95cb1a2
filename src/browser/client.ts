import { AppError, errorBody } from "@/contract/errors";
import { tokensResponse, type TokensResponse } from "@/contract/auth";
import { getRequest, type Input } from "@/contract/request-line";
import { calls } from "@/contract/calls";
import {
  type ResponseOf,
  type OperationName,
  type InputOf,
  type PlainName,
  type ReadName,
} from "./operation-types";
import { errorOfLimit, isRateLimited, getRateLimited, type RateLimited } from "./rate-limit";

export interface TokenStore {
  read: () => { token: string; refreshToken: string } | null;
  write: (tokens: TokensResponse) => void;
  clear: () => void;
  /** Runs one refresh at a time among all users of the store. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ClientSettings {
  store: TokenStore;
  /** Called when the session has ended. The store is already empty. */
  onSignedOut: () => void;
  onRateLimited?: (limited: RateLimited) => void;
  baseUrl?: string;
  fetch?: typeof fetch;
}

interface CallOptions {
  keepalive?: boolean;
  signal?: AbortSignal;
}

export interface Client {
  /** A 429 resolves with a RateLimited (see `isRateLimited`). Throws AppError, or TypeError when offline. */
  call: {
    <Name extends PlainName>(name: Name): Promise<ResponseOf<Name> | RateLimited>;
    <Name extends OperationName>(
      name: Name,
      input: InputOf<Name>,
      options?: CallOptions,
    ): Promise<ResponseOf<Name> | RateLimited>;
  };
  /** Like `call` for reading operations, but throws on a 429, so caches don't store a RateLimited as data. */
  read: {
    <Name extends PlainName & ReadName>(name: Name): Promise<ResponseOf<Name>>;
    <Name extends ReadName>(name: Name, input: InputOf<Name>): Promise<ResponseOf<Name>>;
  };
  /** Refreshes the tokens from the store or the cookie. False if neither is valid any longer. */
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
    const { method, address } = getRequest(calls[name], input);
    const init = { method, headers, body: JSON.stringify(input.body), ...options };
    const response = await (settings.fetch ?? fetch)(baseUrl + address, init);
    const isEmpty = response.status === 204;
    const value = isEmpty ? undefined : await jsonOf(response);
    if (response.status === 429) {
      const limited = getRateLimited(value, response.headers.get("retry-after"));
      onRateLimited?.(limited);
      return limited;
    }
    // A successful response without JSON is a captive portal's page, not ours.
    if (!response.ok || (value === undefined && !isEmpty)) throw getError(response, value);
    return value;
  };

  const renew = () => {
    const before = store.read()?.token;
    return store.inTurn(async (): Promise<boolean | RateLimited> => {
      const stored = store.read();
      if (stored !== null && stored.token !== before) return true;
      const body = stored === null ? {} : { refreshToken: stored.refreshToken };
      try {
        const reply = await send({ name: "refresh", input: { body }, options: {} });
        if (isRateLimited(reply)) return reply;
        store.write(tokensResponse.parse(reply));
        return true;
      } catch (error) {
        // Only a 401 from the server ends a session; a lost connection doesn't.
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
    call: call as Client["call"],
    read: (async (name, input) => unlimited(await call(name, input))) as Client["read"],
    refresh: async () => unlimited(await renew()),
  };
}

function unlimited<T>(reply: T | RateLimited): T {
  if (isRateLimited(reply)) throw errorOfLimit(reply);
  return reply;
}

function isSessionOver(error: unknown): boolean {
  return error instanceof AppError && (error.code === "TOKEN_EXPIRED" || error.code === "UNAUTHORIZED");
}

async function jsonOf(response: Response): Promise<unknown> {
  // Proxies sometimes respond with HTML, which `getError` handles.
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function getError({ status }: Response, value: unknown): AppError {
  const parsed = errorBody.safeParse(value);
  // A proxy's limit can be lower than ours.
  if (!parsed.success) return new AppError(status === 413 ? "PAYLOAD_TOO_LARGE" : "INTERNAL_ERROR");
  const { code, message, ...details } = parsed.data;
  return new AppError(code, message, details);
}
