import { createContext, useContext } from "react";
import type { SiteView } from "@/contract/place-queries";
import type { Actions } from "./actions";
import type { View } from "./view";

export interface Screen {
  view: View;
  /** When the page was rendered; later notifications count as new. */
  servedAt: Date;
  now: Date;
  timeZone: string;
  /** All sites, including those this server doesn't read. */
  sites: readonly SiteView[];
  actions: Actions;
}

export const ScreenContext = createContext<Screen | null>(null);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error("A row is shown outside of its screen.");
  return screen;
}
