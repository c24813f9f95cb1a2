import { inPlace, watchPlaces } from "@/contract/place";
import { toVerdict, type ExplainResponse, type Verdict } from "@/contract/preview";
import type { Item } from "@/domain/reading/item";
import { getSite } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { learnTitles } from "@/server/places/place-titles";
import { addressed, labelled, placeView, placeViews } from "@/server/places/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { fetchLinked } from "@/server/reading/fetch-linked";
import { findReadItem, type ReadItem } from "@/server/reading/statements/known-items";
import type { TimedTasks } from "@/server/threads/run-for-user";
import { findLink, type Linked } from "./linked-items";
import { type ExplainedWatch, isOutside } from "./matching/explain-watches";
import { timedTasks } from "./stored-matches";
import { listWatchDiagnoses, type MatchDiagnosis } from "./statements/diagnoses";

/** Maximum time from the start of a read to its recording (ms). */
const readingMs = 10 * 60_000;
/** Characters per task, summed over its watches. Each watch counts at least `minReadLength`. */
const readAtOnce = 2_000_000;
const minReadLength = 10_000;

/** Fetches the item if no text is stored and a watch could match. Throws VALIDATION_ERROR if no item. */
export async function explainLink(user: Account, url: string): Promise<ExplainResponse> {
  const linked = await findLink(user.id, url);
  let { read, diagnoses } = await reportedFor(user, linked.fullname);
  const isOpen =
    !read?.content &&
    diagnoses.some((diagnosis) => isOpenFor(diagnosis, read?.place ?? linked.place, linked));
  const fetched = linked.fetched ?? (isOpen ? await fetchLinked(linked.site, linked.fullname) : null);
  // A URL can identify the item differently from the site, for example by an author's current name.
  const fullname = fetched?.item?.fullname ?? linked.fullname;
  if (fullname !== linked.fullname) ({ read, diagnoses } = await reportedFor(user, fullname));
  const own = linked.place === null ? [] : [`${linked.site}:${linked.place}`];
  await learnTitles([...diagnoses.flatMap(({ places }) => places), ...own]);
  const known = { read, fetched: fetched?.item ? labelled(fetched.item) : null };
  const tasks = timedTasks(user);
  const explained = await explainAll(tasks, diagnoses, diagnosisOf(known));
  return {
    item: read && readItemOf(read),
    asked: fetched && {
      siteName: requestedName(linked),
      outcome: fetched.outcome,
      item: fetched.item && getItem(fetched.item, fetched.item),
    },
    explanations: diagnoses.flatMap((diagnosis) => {
      const found = explained.get(diagnosis.watchId);
      if (found === undefined) return [];
      return {
        watchId: diagnosis.watchId,
        keyword: diagnosis.keyword,
        ...watchPlaces(placeViews(diagnosis.places)),
        verdict: getVerdict(diagnosis, found, known, linked),
        parts: found?.parts ?? null,
        notification: notificationOf(diagnosis),
        message: getMessage(diagnosis),
      };
    }),
    ...(tasks.isPartial && { isPartial: true as const }),
  };
}

/** Null without a text or for deleted notifications. Watches are missing if time ran out. */
async function explainAll(
  tasks: TimedTasks,
  diagnoses: readonly MatchDiagnosis[],
  item: Item | null,
): Promise<Map<string, ExplainedWatch | null>> {
  const explained = new Map<string, ExplainedWatch | null>();
  const explainable = diagnoses.filter(({ watchId, deletedAt }) => {
    if (item !== null && deletedAt === null) return true;
    explained.set(watchId, null);
    return false;
  });
  if (item === null) return explained;
  const atOnce = Math.max(1, Math.floor(readAtOnce / (item.body.length + minReadLength)));
  for (let at = 0; at < explainable.length; at += atOnce) {
    const some = explainable.slice(at, at + atOnce);
    const found = await tasks.run("explainWatches", { item, watches: some.map(watchOf) });
    if (found === null) break;
    for (const [nth, { watchId }] of some.entries()) explained.set(watchId, found[nth]!);
  }
  return explained;
}

function watchOf({
  watchId,
  revision,
  activeSince,
  keyword,
  expression,
  authors,
  places,
  ...rest
}: MatchDiagnosis) {
  const { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly } = rest;
  return {
    ...{ watchId, revision, activeSince, keyword, expression, authors, places },
    ...{ includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly },
  };
}

/** If users enter addresses as places, each place counts as a site. */
function requestedName({ site, place }: Pick<Linked, "site" | "place">): string {
  const { getHost, title } = getSite(site);
  return getHost === undefined || place === null ? title : placeView(site, place).label;
}

async function reportedFor(user: Account, fullname: string) {
  const [read, diagnoses] = await Promise.all([
    findReadItem(fullname),
    listWatchDiagnoses(pool(), user, fullname),
  ]);
  return { read, diagnoses };
}

interface Known {
  read: ReadItem | null;
  fetched: Item | null;
}

function diagnosisOf({ read, fetched }: Known): Item | null {
  if (!read?.content) return fetched;
  const { fullname, kind, site, place, createdAt, content } = read;
  return addressed({ html: null, fullname, kind, site, place, createdAt, ...content });
}

function isOpenFor(diagnosis: MatchDiagnosis, place: string | null, { site }: Linked): boolean {
  const isOver = diagnosis.deletedAt !== null || diagnosis.notificationId !== null;
  return !isOver && (place === null || !isOutside(diagnosis, { site, place }));
}

function getVerdict(
  diagnosis: MatchDiagnosis,
  explained: ExplainedWatch | null,
  { read, fetched }: Known,
  linked: Linked,
): Verdict {
  if (diagnosis.deletedAt !== null) return "deleted";
  if (diagnosis.notificationId !== null) return "matched";
  const { site } = linked;
  const place = read?.place ?? fetched?.place ?? linked.place;
  // The place alone can already be the reason.
  if (place !== null && isOutside(diagnosis, { site, place })) return toVerdict("place", site);
  if (linked.isByAddress && explained === null && read === null) return "unresolved";
  if (explained === null) return read === null ? "not-read" : "text-gone";
  if (explained.verdict !== "matched") return toVerdict(explained.verdict, site);
  if (!diagnosis.isActive) return "paused";
  const overflow = read === null ? undefined : overflowAt(diagnosis, read.seenAt);
  if (overflow !== undefined) return overflow.reason === "text" ? "too-much-text" : "too-many";
  return read?.content ? "matched" : "would-match";
}

/** Returns the limit reached when the item was read. Recording happens up to `readingMs` later. */
function overflowAt({ overflows }: MatchDiagnosis, seenAt: Date) {
  return overflows.find(
    ({ fromAt, toAt }) => fromAt.getTime() - readingMs <= seenAt.getTime() && seenAt <= toAt,
  );
}

function readItemOf(read: ReadItem): ExplainResponse["item"] {
  const { title = "", url = "", over18 = false } = read.content ?? {};
  return { ...getItem(read, { title, url, over18 }), readAt: read.seenAt.toISOString() };
}

function getItem(
  { kind, site, place, createdAt }: Pick<Item, "kind" | "site" | "place" | "createdAt">,
  { title, url, over18 }: Pick<Item, "title" | "url" | "over18">,
) {
  return { ...inPlace(placeView(site, place)), kind, createdAt: createdAt.toISOString(), title, url, over18 };
}

function notificationOf({ notificationId, notifiedAt, deletedAt }: MatchDiagnosis) {
  if (notificationId === null || notifiedAt === null || deletedAt !== null) return null;
  return { _id: notificationId, createdAt: notifiedAt.toISOString() };
}

function getMessage(diagnosis: MatchDiagnosis): ExplainResponse["explanations"][number]["message"] {
  const { deliveryStatus, deliveryKey, deliveryReason, sentAt, mailDueAt } = diagnosis;
  if (deliveryStatus !== null && deliveryKey !== null) {
    const sent = sentAt?.toISOString() ?? null;
    return { status: deliveryStatus, slot: deliveryKey, sentAt: sent, reason: deliveryReason };
  }
  if (mailDueAt === null) return null;
  return { status: "owed", slot: mailDueAt.toISOString(), sentAt: null, reason: null };
}
