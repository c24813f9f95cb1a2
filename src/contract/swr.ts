import { useLayoutEffect, useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import type { ResponseOf, InputOf, ReadName } from "./api-client";
import { getKey } from "./swr-keys";

/** Freshness of data (ms). */
const freshMs = 300_000;
/** Delay before the only retry of a failed read (ms). */
const retryMs = 500;

/**
 * Server-rendered data is used only once: a screen restored from the router's cache must not undo later
 * changes.
 */
const used = new WeakSet<object>();

/**
 * Returns the response of a request for a screen: first the server-rendered data, then SWR's cache. Sends no
 * request without an input. Loads the client with the first request, because its validation code is larger
 * than a screen.
 */
export function useApi<Name extends ReadName>(
  name: Name,
  input: InputOf<Name> | undefined,
  served?: ResponseOf<Name>,
): SWRResponse<ResponseOf<Name>, Error> {
  const read = async () => (await import("./browser")).api.read(name, input!);
  return useStored(input && getKey(name, input), read, served);
}

/**
 * Screen data that differs from the response of a single request, under its own key. Fresh for 5 minutes,
 * then fetched again when it is shown. A failed read is retried once. `read` can load its dependencies first.
 * With `isRefused` the page shows the error of its own attempt, so it doesn't read on mount.
 */
export function useStored<T extends object>(
  key: string | undefined,
  read: () => Promise<T>,
  served?: T,
  { isRefused = false } = {},
): SWRResponse<T, Error> {
  const [isFirst] = useState(() => served !== undefined && !used.has(served));
  // Server-rendered data belongs to the screen's first key and is not used for other keys.
  const isNew = isFirst && served !== undefined;
  const response = useSWR<T, Error>(key ?? null, () => readTwice(read), {
    fallbackData: isNew ? served : undefined,
    revalidateOnMount: isNew || isRefused ? false : undefined,
    dedupingInterval: freshMs,
    focusThrottleInterval: freshMs,
    shouldRetryOnError: false,
  });
  const { mutate } = response;
  useLayoutEffect(() => {
    if (served === undefined || used.has(served)) return;
    used.add(served);
    void mutate(served, { revalidate: false });
  }, [served, mutate]);
  return response;
}

async function readTwice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return read();
  }
}

/**
 * Client errors would fail again. Checks the status, because importing the error class would include every
 * schema.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && Number(error.status) < 500;
}
