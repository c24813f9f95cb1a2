import { counted } from "./counted";

/** How news are headed: by the keyword where there is one match alone, else by their number. */
export function newsTitle(total: number, keyword: string): { text: string; keyword: string | null } {
  if (total === 1) return { text: "New match for ", keyword };
  return { text: counted(total, "new match", "new matches"), keyword: null };
}

/** One line of news. */
export function newsLine(place: string, title: string): string {
  return `${place}: ${title}`;
}

/** What follows the named ones, null where all are named. */
export function newsRest(left: number): string | null {
  return left > 0 ? `and ${left} more` : null;
}
