import type { ItemStatus } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { pool, transaction } from "@/server/platform/database";
import {
  beginCheck,
  deleteUnnotifiedItems,
  type DueItem,
  listItemsToCheck,
  listControlItems,
  recordChecked,
  recordUnanswered,
} from "@/server/reading/statements/rechecks";
import { getFault, guarded, type Fault } from "@/server/platform/run-context";
import { blank } from "./blank";
import type { ReadContext } from "./context";

/** Well within a day, the maximum time between checks of an item. */
const recheckAfterMs = 20 * 3_600_000;
/** Number of known existing items per lookup, to validate the response. */
const controlItems = 5;
/** From here on, deletions need an existing item in the response, because blanking is irreversible. */
const tooManyToBeGone = 20;
/** Items with an unknown status count as checked this much earlier: they're the last ones to be controls. */
const unknownBackMs = 3_600_000;

interface Tally {
  rechecked: number;
  blanked: number;
}

/** Checks all sites in parallel, so a slow or failing one doesn't use up the others' time. */
export async function recheckSites(faults: Fault[], sites: readonly ReadContext[]): Promise<Tally> {
  const tally: Tally = { rechecked: 0, blanked: 0 };
  await Promise.all(
    sites.map(async (context) => {
      await guarded(context, "recheck", async () => {
        const { rechecked, blanked } = await recheck(context);
        tally.rechecked += rechecked;
        tally.blanked += blanked;
      });
      faults.push(...context.faults.map((fault) => ({ ...fault, site: context.site.id })));
    }),
  );
  return tally;
}

/** Blanks deleted items and unsent messages. Counts and postpones first: crashing items block no others. */
export async function recheck(context: ReadContext): Promise<Tally> {
  const tally = { rechecked: 0, blanked: 0 };
  const before = () => new Date(context.clock().getTime() - recheckAfterMs);
  await deleteUnnotifiedItems(pool(), before());
  try {
    while (context.clock() < context.deadline) {
      const due = await nextPage(context, before());
      if (due.length === 0 || !(await canLookUp(context, due.length + controlItems))) break;
      await beginCheck(pool(), due, context.clock());
      // An error with one page doesn't stop the run, unless the site is unreachable.
      try {
        await checkPage(context, due, tally);
      } catch (error) {
        context.faults.push(getFault("recheck", error));
        if (error instanceof SiteError && (await isSiteOut(context, error, due))) break;
      }
    }
  } finally {
    await context.budget.giveBack();
  }
  return tally;
}

function canLookUp({ site, budget }: ReadContext, fullnames: number): Promise<boolean> {
  return budget.take("check", site.lookUp.requests(fullnames));
}

/** Postponed items come last, in smaller pages for each failed attempt. */
async function nextPage({ site, clock }: ReadContext, before: Date): Promise<DueItem[]> {
  const max = site.lookUp.max - controlItems;
  const fresh = await listItemsToCheck(pool(), site.id, { checkedBefore: before }, max);
  const due =
    fresh.length > 0 ? fresh : await listItemsToCheck(pool(), site.id, { postponedUntil: clock() }, max);
  const attempts = due[0]?.checkAttempts ?? 0;
  const size = Math.max(1, Math.floor(max / 4 ** attempts));
  return due.filter((item) => item.checkAttempts === attempts).slice(0, size);
}

function knownToStand(context: ReadContext): Promise<string[]> {
  const since = new Date(context.clock().getTime() - recheckAfterMs);
  return listControlItems(pool(), context.site.id, since, controlItems);
}

async function checkPage(context: ReadContext, due: readonly DueItem[], tally: Tally): Promise<void> {
  const fullnames = due.map(({ fullname }) => fullname);
  const { statuses, isBelieved } = await getStatus(context, due);
  const result = fullnames.filter((fullname) => statuses.has(fullname));
  const gone = result.filter((fullname) => statuses.get(fullname) === "deleted");
  const isUnknown = (fullname: string) => statuses.get(fullname) === "unknown";
  const now = context.clock();
  if (!isBelieved) {
    context.faults.push({ unit: "recheck", error: `all ${gone.length} items are reported as deleted` });
    return recordUnanswered(pool(), fullnames, now);
  }
  if (result.length === 0) return;
  await transaction(async (tx) => {
    await blank(tx, gone, now);
    await recordChecked(
      tx,
      result.filter((one) => !isUnknown(one)),
      now,
    );
    await recordChecked(tx, result.filter(isUnknown), new Date(now.getTime() - unknownBackMs));
  });
  tally.rechecked += result.length;
  tally.blanked += gone.length;
}

/** Returns the status of items, and whether a large number of deletions is credible. */
async function getStatus(
  context: ReadContext,
  due: readonly DueItem[],
): Promise<{ statuses: Map<string, ItemStatus>; isBelieved: boolean }> {
  const { site, signal } = context;
  // Feed items are checked separately on their own pages.
  if (site.reads === "lists") return { statuses: await site.fetchStatus(due, signal), isBelieved: true };
  const fullnames = due.map(({ fullname }) => fullname);
  const known = (await knownToStand(context)).filter((fullname) => !fullnames.includes(fullname));
  // Known items are looked up in the same request, to check whether its response can be trusted.
  const { statuses, rate } = await site.fetchByFullname([...fullnames, ...known], signal);
  await context.budget.recordRate(rate);
  const gone = fullnames.filter((fullname) => statuses.get(fullname) === "deleted");
  const stands = [...fullnames, ...known].some((fullname) => statuses.get(fullname) === "present");
  const isBelieved = stands || gone.length === 0 || (known.length === 0 && gone.length < tooManyToBeGone);
  return { statuses, isBelieved };
}

/** If so, the page doesn't count as checked, and the next run continues after it. */
async function isSiteOut(context: ReadContext, error: SiteError, due: readonly DueItem[]): Promise<boolean> {
  await context.budget.failed(error);
  if (error.kind !== "rate-limited" && error.kind !== "blocked" && (await doesSiteRespond(context)))
    return false;
  await recordUnanswered(
    pool(),
    due.map(({ fullname }) => fullname),
    context.clock(),
  );
  return true;
}

/** Whether the site confirms recently seen items. True if there are no such items. */
async function doesSiteRespond(context: ReadContext): Promise<boolean> {
  const { site } = context;
  if (site.reads === "lists") return true;
  const known = await knownToStand(context);
  if (known.length === 0) return true;
  if (!(await canLookUp(context, known.length))) return false;
  // Errors are expected here: the site has just failed.
  try {
    const response = await site.fetchByFullname(known, context.signal);
    await context.budget.recordRate(response.rate);
    return known.some((fullname) => response.statuses.get(fullname) === "present");
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    await context.budget.failed(error);
    return false;
  }
}
