import { useScreen } from "./screen-context";

/** Returns a lookup of site display names. Falls back to the id for sites that Earshot no longer knows. */
export function useSiteNames(): (id: string) => string {
  const { sites } = useScreen();
  return (id) => sites.find((site) => site.id === id)?.name ?? id;
}
