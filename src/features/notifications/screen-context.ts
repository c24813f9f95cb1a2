import { createContext, useContext } from "react";
import type { SiteView } from "@/contract/place-queries";
import type { Actions } from "./use-actions";
import type { View } from "./view";

/** What every row of the screen needs. */
export interface Screen {
  view: View;
  /** When the page was made: what came later is new to the reader. */
  servedAt: Date;
  now: Date;
  timeZone: string;
  /** All that there are, read here or not. */
  sites: readonly SiteView[];
  actions: Actions;
}

export const ScreenContext = createContext<Screen | null>(null);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error("A row is shown outside of its screen.");
  return screen;
}
