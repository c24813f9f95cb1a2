import { useLayoutEffect } from "react";
import useSWR, { type SWRResponse } from "swr";
import type { ResponseOf, InputOf, ReadName } from "./operation-types";
import { readTwice } from "./read-twice";
import { getKey } from "./swr-keys";

const freshMs = 300_000;

/** Loads the API client, which is larger than a screen because of its validation. */
export const loadClient = () => import("./api");

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
  // Only until it is in the cache: if it is removed from there, it is out of date.
  const isNew = served !== undefined && !used.has(served);
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
