import { AppError } from "@/contract/errors";
import type { PlaceResponse } from "@/contract/place-queries";
import { isShared } from "@/contract/all-share";
import { counted } from "@/domain/text/counted";
import { partOfAllText, sameWatchText } from "@/domain/reading/site-texts";
import type { ChosenPlace } from "@/contract/place-entry";
import type { Overlap } from "./find-overlaps";

/** The limit popup. Its title is given by the specification. */
export const limitTitle = "Keyword Limit Reached";
export const upgradeText =
  "You've reached the limit for free users. Upgrade to Pro for unlimited keyword watches and advanced features.";

export function isLimitError(error: unknown): boolean {
  if (error instanceof AppError && error.code === "KEYWORD_LIMIT_EXCEEDED") return true;
  return error instanceof Error && error.message.toLowerCase().includes("keyword limit");
}

export function overlapText(overlaps: readonly Overlap[], count: number): string {
  const sentences = overlaps.slice(0, 2).map(({ watch, places }) => {
    const what = places.length === count ? "all of this" : placesText(places);
    return `Your watch "${watch.keyword}" in ${placesText(watch.places)} already covers ${what}.`;
  });
  const more = overlaps.length - sentences.length;
  if (more > 0) sentences.push(`${counted(more, "other watch does", "other watches do")} too.`);
  const isByAll = overlaps.some(
    ({ watch, places }) => watch.places.some(isShared) && places.some(isInWhole) && !places.some(isShared),
  );
  if (isByAll) sentences.push(partOfAllText);
  return sentences.join(" ");
}

/** True if only a share of "all" is read on the place's site. */
const isInWhole = ({ site }: ChosenPlace) => isShared({ site, name: "all" });

const list = new Intl.ListFormat("en-GB");

function placesText(places: readonly { label: string }[]): string {
  const named = places.length <= 3 ? places : places.slice(0, 2);
  const rest = places.length - named.length;
  return list.format([...named.map(({ label }) => label), ...(rest > 0 ? [`${rest} more`] : [])]);
}

export function saveErrorText(error: unknown): string {
  if (!(error instanceof AppError)) {
    return error instanceof TypeError
      ? "We couldn't reach Earshot. Check your connection and try again."
      : "An unexpected error occurred";
  }
  switch (error.code) {
    case "KEYWORD_EXISTS":
      return sameWatchText;
    case "PRO_REQUIRED":
      return "Expressions are a Pro feature. Use just the keyword, or upgrade.";
    default:
      return error.message;
  }
}

const ago = new Intl.RelativeTimeFormat("en-GB");
const minuteMs = 60_000;

export function foundText({ items, newestAt }: NonNullable<PlaceResponse["found"]>, now: Date): string {
  const posts = counted(items, "post");
  if (newestAt === null || items === 0) return posts;
  const minutes = Math.floor((now.getTime() - Date.parse(newestAt)) / minuteMs);
  return `${posts}, ${items === 1 ? "" : "latest "}${agoText(minutes)}`;
}

function agoText(minutes: number): string {
  if (minutes < 1) return "just now";
  if (minutes < 60) return ago.format(-minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ago.format(-hours, "hour") : ago.format(-Math.floor(hours / 24), "day");
}
