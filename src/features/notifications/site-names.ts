import { useCall } from "@/contract/swr";

/** What people call a site, its id until that is known; asked for where one is to be named. */
export function useSiteNames(isAsked: boolean): (id: string) => string {
  const { data } = useCall("listSites", isAsked ? {} : undefined);
  return (id) => data?.sites.find((site) => site.id === id)?.name ?? id;
}
