import { useLayoutEffect, useState } from "react";
import useSWR, { type SWRResponse } from "swr";

/** How long data counts as fresh. */
const freshMs = 300_000;
/** Before the one retry of a failed read. */
const retryMs = 500;

/** Server data is taken once: a screen that comes back from the router's cache must not undo what happened since. */
const taken = new WeakSet<object>();

/**
 * A call's data for a screen, first as it was served and then kept by SWR under the call's path: fresh for 5 minutes
 * (looked at later it is read again), a failed read tried once more. `read` may load what it needs before it asks.
 */
export function useCall<T extends object>(
  path: string | undefined,
  read: () => Promise<T>,
  served?: T,
): SWRResponse<T, Error> {
  const [isFirst] = useState(() => served !== undefined && !taken.has(served));
  // Served data belongs to the path that the screen came with; for another it is not given.
  const isNew = isFirst && served !== undefined;
  const response = useSWR<T, Error>(path ?? null, () => readTwice(read), {
    fallbackData: isNew ? served : undefined,
    revalidateOnMount: isNew ? false : undefined,
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
