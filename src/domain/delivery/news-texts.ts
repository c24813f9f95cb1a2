import { counted } from "../text/counted";

/** Title up to the latest match's keyword. `isOfOne`: all matches have that keyword. */
export function newsTitle(total: number, isOfOne = total === 1): string {
  if (total === 1) return "New match for ";
  const many = counted(total, "new match", "new matches");
  return isOfOne ? `${many} for ` : `${many}, latest for `;
}

export function newsLine(place: string, title: string): string {
  return `${place}: ${title}`;
}

export function newsRest(left: number): string | null {
  return left > 0 ? `and ${left} more` : null;
}
