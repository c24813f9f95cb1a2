import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { createActions, sendOnUnload, type Actions } from "./actions";
import type { View } from "./view";

/** Actions on notifications. Loaded with the screen: a press in its first moments must not be lost. */
export function useActions({ tab }: View, ownKey: string, reload: () => Promise<unknown>): Actions {
  const { cache, mutate } = useSWRConfig();
  useEffect(() => sendOnUnload(), []);
  return createActions({ tab, ownKey, reload, cache, mutate });
}
