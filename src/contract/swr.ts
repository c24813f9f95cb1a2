import { useLayoutEffect, useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import type { ResponseOf, InputOf, ReadName } from "./api-client";
import { getKey } from "./swr-keys";

const freshMs = 300_000;
/** Delay before the only retry of a failed read (ms). */
const retryMs = 500;

/** Loads the API client, which is larger than a screen because of its validation. */
export const loadClient = () => import("./browser");

/** Used only once: a screen restored from the router's cache must not undo later changes. */
const used = new WeakSet<object>();

/** Sends no request without an input. */
export function useApi<Name extends ReadName>(
  name: Name,
  input: InputOf<Name> | undefined,
  served?: ResponseOf<Name>,
): SWRResponse<ResponseOf<Name>, Error> {
  const read = async () => (await loadClient()).api.read(name, input!);
  return useStored(input && getKey(name, input), read, served);
}

/** Fresh for 5 minutes; retries a failed read once. With `isRefused`, doesn't read on mount. */
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

/** Client errors would fail again. Importing the error class instead would include every schema. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && Number(error.status) < 500;
}
