import { useSWRConfig } from "swr";
import { coverageKeys } from "@/contract/coverage-keys";
import { useCall } from "@/contract/swr";
import { listeningOf, type Listening } from "./listening";

/** How well the user's watches are read; `mutate` asks again, for everything on the screen that shows of it. */
export function useListening(first: Listening) {
  const { mutate: share } = useSWRConfig();
  const read = async () => {
    const [{ api }, { coverageAnswer }] = await Promise.all([
      import("@/contract/browser"),
      import("@/contract/coverage"),
    ]);
    const answer = await api.get("/coverage", coverageAnswer);
    void share(coverageKeys.whole, answer, { revalidate: false });
    return listeningOf(answer);
  };
  const { data = first, mutate } = useCall<Listening>(coverageKeys.box, read, first);
  return { listening: data, mutate };
}
