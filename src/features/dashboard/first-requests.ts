import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import { maxNamedLength, type SuggestResponse } from "@/contract/preview";
import { isRateLimited, type RateLimited } from "@/browser/rate-limit";
import { readTwice } from "@/browser/read-twice";

/* Loaded on the first click: the initial screen needs neither the API client nor its schemas. */

export type Suggestion = SuggestResponse["suggestions"][number];
export type OfferedPlace = SuggestResponse["places"][number];
interface NamedPlace {
  site: string;
  name: string;
}
type UsedSuggestion = Suggestion & {
  narrowing?: { kind: "titles" } | { kind: "place"; place: NamedPlace } | undefined;
};

export class Refused extends Error {}

async function sent<T>(call: Promise<T | RateLimited>): Promise<T> {
  try {
    const response = await call;
    if (isRateLimited(response)) throw new Refused(response.message);
    return response;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw new Refused(error.message);
    if (error instanceof TypeError)
      throw new Refused("We couldn't reach Earshot. Check your connection and try again.");
    throw error;
  }
}

export async function suggest(text: string): Promise<SuggestResponse> {
  if (text.trim() === "") throw new Refused("Enter a name or a URL.");
  if (text.trim().length > maxNamedLength)
    throw new Refused(`That name is too long (maximum ${maxNamedLength} characters).`);
  return sent(readTwice(() => api.call("suggestWatches", { body: { text } })));
}

/** Creates a watch per suggestion, or none if the plan's limit doesn't allow all. Returns their ids. */
export async function watchAll(
  used: readonly UsedSuggestion[],
  places: readonly NamedPlace[],
): Promise<string[]> {
  const text = getTable(used, places);
  const plan = await sent(api.call("importWatches", { body: { text } }));
  if (plan.overLimit.length > 0)
    throw new Refused("That's more keywords than your plan allows, so we didn't add any. Select fewer.");
  if (plan.watches.length < used.length)
    throw new Refused(
      plan.problems[0]?.message ?? "You're already watching some of these. Deselect them and try again.",
    );
  const body = { text, commit: true, preview: plan.preview };
  const { ids = [] } = await sent(api.call("importWatches", { body }));
  return ids;
}

/** Builds the import table. A user's first watches send emails, so the user learns where alerts arrive. */
function getTable(used: readonly UsedSuggestion[], places: readonly NamedPlace[]): string {
  const where = (named: readonly NamedPlace[]) => named.map(({ site, name }) => `${site}:${name}`).join(" ");
  const rows = used.map(({ keyword, expression, narrowing }) => [
    ...[keyword, expression ?? "", where(narrowing?.kind === "place" ? [narrowing.place] : places)],
    ...["yes", "yes", narrowing?.kind === "titles" ? "yes" : "no"],
  ]);
  const titles = ["Keyword", "Expression", "Places", "Whole words", "Email alerts", "Titles only"];
  return [titles, ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\n");
}

export async function unwatchAll(ids: readonly string[]): Promise<void> {
  await sent(api.call("deleteWatches", { body: { ids: [...ids] } }));
}

const pollMs = 2_000;
const maxPolls = 30;

/** Sends a test alert. Resolves with its delivery time, or null if it's still unknown after a minute. */
export async function sendTest(onQueued: () => void): Promise<Date | null> {
  const known = new Set((await listMails()).map(({ _id }) => _id));
  await sent(api.call("sendTestAlert"));
  onQueued();
  for (let poll = 0; poll < maxPolls; poll++) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    // The alert was sent; a failed status request doesn't change that.
    const mails = await listMails().catch(() => []);
    const found = mails.find(({ _id, sentAt }) => !known.has(_id) && sentAt !== null);
    if (found?.sentAt) return new Date(found.sentAt);
  }
  return null;
}

async function listMails() {
  return (await sent(api.call("listDeliveries"))).deliveries;
}
