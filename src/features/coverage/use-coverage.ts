import type { Reads } from "@/contract/coverage";
import { useKept } from "@/contract/swr";
import { keyOf } from "@/contract/swr-keys";

/** The client is loaded with the question. */
const readCoverage = async (): Promise<Reads> => (await import("@/contract/browser")).api.read("getCoverage");

/** What was really read, for as many on a screen as ask; first as it came with the screen, where it did. */
export const useCoverage = (served?: Reads) => useKept(keyOf("getCoverage"), readCoverage, served);
