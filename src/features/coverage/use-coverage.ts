import type { Reads } from "@/contract/coverage";
import { useStored } from "@/contract/swr";
import { getKey } from "@/contract/swr-keys";

const readCoverage = async (): Promise<Reads> => (await import("@/contract/browser")).api.read("getCoverage");

/** Coverage data, shared by all components on a screen. Starts with the served data, if any. */
export const useCoverage = (served?: Reads) => useStored(getKey("getCoverage"), readCoverage, served);
