import type { Listed } from "./operations";

/** '3 new' and 'in tidewater and late payments'. Null without new matches. */
export function waitingText({ waiting, waitingTotal }: Listed): { count: string; where: string } | null {
  if (waitingTotal === 0) return null;
  const keywords = Object.keys(waiting);
  const named = keywords.slice(0, maxNamedPlaces);
  if (keywords.length > maxNamedPlaces) named.push(`${keywords.length - maxNamedPlaces} more`);
  const where = named.length === 0 ? "" : `in ${list.format(named)}`;
  return { count: `${waitingTotal.toLocaleString("en-US")} new`, where };
}

const maxNamedPlaces = 2;
const list = new Intl.ListFormat("en-GB");
