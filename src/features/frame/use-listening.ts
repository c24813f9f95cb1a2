import { useSWRConfig } from "swr";
import { useKept } from "@/contract/swr";
import { keyOf } from "@/contract/swr-keys";
import { listeningOf, type Listening } from "./listening";

const coverageKey = keyOf("getCoverage");
/** Beside the whole answer: what comes with every page is the box's part of it. */
const boxKey = `${coverageKey} box`;

/** How well the user's watches are read; `mutate` asks again, for everything on the screen that shows of it. */
export function useListening(first: Listening) {
  const { mutate: share } = useSWRConfig();
  const read = async () => {
    const { api } = await import("@/contract/browser");
    const answer = await api.read("getCoverage");
    void share(coverageKey, answer, { revalidate: false });
    return listeningOf(answer);
  };
  const { data = first, mutate } = useKept(boxKey, read, first);
  return { listening: data, mutate };
}
