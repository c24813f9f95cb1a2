import { useScreen } from "./screen-context";

/** What people call a site; one that Earshot no longer knows by its id. */
export function useSiteNames(): (id: string) => string {
  const { sites } = useScreen();
  return (id) => sites.find((site) => site.id === id)?.name ?? id;
}
