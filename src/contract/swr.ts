import { useLayoutEffect, useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import type { ResponseOf, InputOf, ReadName } from "./calls";
import { keyOf } from "./swr-keys";

/** How long data counts as fresh. */
const freshMs = 300_000;
/** Before the one retry of a failed read. */
const retryMs = 500;

/** Server data is taken once: a screen that comes back from the router's cache must not undo what happened since. */
const taken = new WeakSet<object>();

/**
 * What a call answers, for a screen: first as it was served and then kept by SWR under the call's name and input. Nothing is
 * asked without an input. The client is loaded with the first question: what it checks errors by weighs more than a screen.
 */
export function useApi<Name extends ReadName>(
  name: Name,
  input: InputOf<Name> | undefined,
  served?: ResponseOf<Name>,
): SWRResponse<ResponseOf<Name>, Error> {
  const read = async () => (await import("./browser")).api.read(name, input!);
  return useKept(input && keyOf(name, input), read, served);
}

/**
 * Screen data that differs from the response of a single request, under its own key. Fresh for 5 minutes, then fetched again when it
 * is shown. A failed read is retried once. `read` can load its dependencies first. With `isRefused` the page shows the error
 * of its own attempt, so it doesn't read on mount.
 */
export function useKept<T extends object>(
  key: string | undefined,
  read: () => Promise<T>,
  served?: T,
  { isRefused = false } = {},
): SWRResponse<T, Error> {
  const [isFirst] = useState(() => served !== undefined && !taken.has(served));
  // Served data belongs to the key that the screen came with; for another it is not given.
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
    if (served === undefined || taken.has(served)) return;
    taken.add(served);
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

/** What the server refused it would refuse again. Told by its status: the class would bring every shape along. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && Number(error.status) < 500;
}
