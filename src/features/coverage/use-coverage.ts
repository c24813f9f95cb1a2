import type { Reads } from "@/contract/coverage";
import { coverageKeys } from "@/contract/coverage-keys";
import { useCall } from "@/contract/swr";

/** The shapes that check the answer are loaded with the question. */
const readCoverage = async (): Promise<Reads> => (await import("./read-coverage")).readCoverage();

/** What was really read, for as many on a screen as ask; first as it came with the screen, where it did. */
export const useCoverage = (served?: Reads) => useCall(coverageKeys.whole, readCoverage, served);
