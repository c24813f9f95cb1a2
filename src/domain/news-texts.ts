import { counted } from "./counted";

/** How news are headed, up to the keyword: the newest one's. isOfOne: all of them are known to be of that keyword. */
export function newsTitle(total: number, isOfOne = total === 1): string {
  if (total === 1) return "New match for ";
  const many = counted(total, "new match", "new matches");
  return isOfOne ? `${many} for ` : `${many}, latest for `;
}

/** One line of news. */
export function updatesConnection(place: string, title: string): string {
  return `${place}: ${title}`;
}

/** What follows the named ones, null where all are named. */
export function newsRest(left: number): string | null {
  return left > 0 ? `and ${left} more` : null;
}
