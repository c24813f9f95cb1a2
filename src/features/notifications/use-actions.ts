import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { loadLater } from "@/ui/load-later";
import type { Actions } from "./actions";
import { showErrorToast } from "./failure";
import type { View } from "./view";

const load = () => import("./actions");

/** Actions on notifications. Their code loads after the screen; earlier calls wait for it. */
export function useActions({ tab }: View, ownKey: string, reload: () => Promise<unknown>): Actions {
  const { cache, mutate } = useSWRConfig();
  useEffect(() => {
    let stop = () => {};
    const end = loadLater(load, ({ sendOnUnload }) => (stop = sendOnUnload()));
    return () => {
      end();
      stop();
    };
  }, []);
  const act = async (name: keyof Actions, input: never[]) => {
    const { createActions } = await load();
    const action = createActions({ tab, ownKey, reload, cache, mutate })[name] as (...input: never[]) => void;
    action(...input);
  };
  return new Proxy({} as Actions, {
    get:
      (_, name: keyof Actions) =>
      (...input: never[]) =>
        act(name, input).catch((error: unknown) => showErrorToast("Failed to save the change", error)),
  });
}
