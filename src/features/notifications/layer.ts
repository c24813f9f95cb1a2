import { useLayoutEffect } from "react";
import { useBackCloses } from "@/ui/back-closes";
import { createStore } from "@/ui/store";
import { narrow, useIsWide } from "./wide";

/** Whether the chosen notification is open over the list, on narrow screens. */
const isOpen = createStore(false);

export const setLayer = isOpen.set;

/** Whether the layer is shown. It has its own history entry. */
export function useLayer(): boolean {
  const isWideNow = useIsWide();
  const isRequested = isOpen.useValue((isRequested) => isRequested);
  const isShown = isRequested && !isWideNow;
  useBackCloses(isShown, () => setLayer(false), narrow);
  useLayoutEffect(() => () => setLayer(false), []);
  return isShown;
}
