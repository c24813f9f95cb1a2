import type { CoverageAnswer } from "@/contract/coverage";
import { coverageKeys } from "@/contract/coverage-keys";
import { useCall } from "@/contract/swr";

/** The shapes that check the answer are loaded with the question. */
const readCoverage = async () => (await import("./read-coverage")).readCoverage();

/** What was really read, for as many on a screen as ask; first as it came with the screen. */
export function useCoverage(served: CoverageAnswer) {
  const { data = served } = useCall(coverageKeys.whole, readCoverage, served);
  return data;
}
