import { isRefused } from "@/domain/query/problems";
import { placeViews } from "@/server/platform/place-views";
import { checkExpressionIn, type Looking, problemsIn } from "./expression-problems";

/** `checkExpressionIn` with what places call themselves, as far as that is known. */
export function checkExpressionOf(looking: Looking): void {
  checkExpressionIn(placeViews(looking.places), looking);
}

/** Whether a watch can have its expression. */
export function isWatchable(looking: Looking): boolean {
  return !isRefused(problemsIn(placeViews(looking.places), looking));
}
