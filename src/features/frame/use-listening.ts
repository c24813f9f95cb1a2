import { useSWRConfig } from "swr";
import { loadClient, useStored } from "@/browser/swr";
import { getKey } from "@/browser/swr-keys";
import { getListening, type Listening } from "./listening";

const coverageKey = getKey("getCoverage");
/** Separate from the full response: pages are only served with the box's part of it. */
const boxKey = `${coverageKey} box`;

/** The reading status of the user's watches; `mutate` refetches it for all components. */
export function useListening(first: Listening) {
  const { mutate: share } = useSWRConfig();
  const read = async () => {
    const { api } = await loadClient();
    const response = await api.read("getCoverage");
    void share(coverageKey, response, { revalidate: false });
    return getListening(response);
  };
  const { data = first, mutate } = useStored(boxKey, read, first);
  return { listening: data, mutate };
}
