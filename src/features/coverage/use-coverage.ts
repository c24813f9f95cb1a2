import type { Reads } from "@/contract/coverage";
import { useStored } from "@/browser/swr";
import { getKey } from "@/browser/swr-keys";

const readCoverage = async (): Promise<Reads> => (await import("@/browser/api")).api.read("getCoverage");

/** Coverage data, shared by all components on a screen. Starts with the served data, if any. */
export const useCoverage = (served?: Reads) => useStored(getKey("getCoverage"), readCoverage, served);
