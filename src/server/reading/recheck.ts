import type { Standing } from "@/domain/site";
import { SiteError } from "@/domain/site-error";
import { pool, transaction } from "@/server/platform/database";
import {
  beginCheck,
  deleteUnnotifiedItems,
  type DueItem,
  listItemsPutOff,
  listItemsToCheck,
  listPrefilterTerms,
  noteChecked,
  noteUnanswered,
} from "@/server/reading/statements/rechecks";
import { faultOf, guarded, type Fault } from "@/server/platform/run-context";
import { blank } from "./blank";
import type { ReadContext } from "./context";

/** Well within the day in which every item has to be asked about again. */
const recheckAfterMs = 20 * 3_600_000;
/** Of the fullnames that a look-up names some are of items that are known to stand. */
const prefilterTerms = 5;
/** So many at once are not all deleted unless something that stands is told of beside them: blanking can't be undone. */
const tooManyToBeGone = 20;

interface Tally {
  rechecked: number;
  blanked: number;
}

/** All sites beside one another: one that is slow or in trouble leaves the others their time. */
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

/**
 * Looks items of one site behind notifications up again, those asked longest ago first, and blanks what was deleted on the site: their text,
 * their author, and messages that carry them and were never attempted. What is asked is counted and put off before it is asked,
 * so that items which can't be told, or end the process, let the others go first.
 */
export async function recheck(context: ReadContext): Promise<Tally> {
  const tally = { rechecked: 0, blanked: 0 };
  const before = () => new Date(context.clock().getTime() - recheckAfterMs);
  await deleteUnnotifiedItems(pool(), before());
  try {
    while (context.clock() < context.deadline) {
      const due = await nextPage(context, before());
      if (due.length === 0 || !(await mayLookUp(context, due.length + prefilterTerms))) break;
      await beginCheck(pool(), due, context.clock());
      // What one page does wrong is its own affair; a site that is out of reach ends the run.
      try {
        await checkPage(context, due, tally);
      } catch (error) {
        context.faults.push(faultOf("recheck", error));
        if (error instanceof SiteError && (await isSiteOut(context, error, due))) break;
      }
    }
  } finally {
    await context.budget.giveBack();
  }
  return tally;
}

function mayLookUp({ site, budget }: ReadContext, fullnames: number): Promise<boolean> {
  return budget.take("check", site.lookUp.requests(fullnames));
}

/** What was put off comes last. The oftener a page did not come back, the smaller it is made. */
async function nextPage({ site, clock }: ReadContext, before: Date): Promise<DueItem[]> {
  const most = site.lookUp.most - prefilterTerms;
  const fresh = await listItemsToCheck(pool(), site.id, before, most);
  const due = fresh.length > 0 ? fresh : await listItemsPutOff(pool(), site.id, clock(), most);
  const attempts = due[0]?.attempts ?? 0;
  const size = Math.max(1, Math.floor(most / 4 ** attempts));
  return due.filter((item) => item.attempts === attempts).slice(0, size);
}

/** Items that the site showed or told of lately. */
function knownToStand(context: ReadContext): Promise<string[]> {
  const since = new Date(context.clock().getTime() - recheckAfterMs);
  return listPrefilterTerms(pool(), context.site.id, since, prefilterTerms);
}

async function checkPage(context: ReadContext, due: readonly DueItem[], tally: Tally): Promise<void> {
  const asked = due.map(({ fullname }) => fullname);
  const { standing, isBelieved } = await statusOf(context, due);
  const told = asked.filter((fullname) => standing.has(fullname));
  const gone = told.filter((fullname) => standing.get(fullname) === "deleted");
  const now = context.clock();
  if (!isBelieved) {
    context.faults.push({ unit: "recheck", error: `all ${gone.length} items are reported as deleted` });
    return noteUnanswered(pool(), asked, now);
  }
  if (told.length === 0) return;
  await transaction(async (tx) => {
    await blank(tx, gone, now);
    await noteChecked(tx, told, now);
  });
  tally.rechecked += told.length;
  tally.blanked += gone.length;
}

/** What is told of items, and whether to believe that so many of them are gone. */
async function statusOf(
  context: ReadContext,
  due: readonly DueItem[],
): Promise<{ standing: Map<string, Standing>; isBelieved: boolean }> {
  const { site, signal } = context;
  // Each by its own page: of these nobody tells of several at once.
  if (site.reads === "lists") return { standing: await site.fetchStatus(due, signal), isBelieved: true };
  const asked = due.map(({ fullname }) => fullname);
  const known = (await knownToStand(context)).filter((fullname) => !asked.includes(fullname));
  // In the same answer: what it says of these tells whether to believe what it says of the others.
  const { standing, rate } = await site.fetchByFullname([...asked, ...known], signal);
  await context.budget.heard(rate);
  const gone = asked.filter((fullname) => standing.get(fullname) === "deleted");
  const stands = [...asked, ...known].some((fullname) => standing.get(fullname) === "standing");
  const isBelieved = stands || gone.length === 0 || (known.length === 0 && gone.length < tooManyToBeGone);
  return { standing, isBelieved };
}

/** Whether the site fails whatever it is asked: then the page is as good as not asked, and the next run goes on behind it. */
async function isSiteOut(context: ReadContext, error: SiteError, due: readonly DueItem[]): Promise<boolean> {
  await context.budget.failed(error);
  if (error.kind !== "rate-limited" && error.kind !== "blocked" && (await doesSiteTell(context)))
    return false;
  await noteUnanswered(
    pool(),
    due.map(({ fullname }) => fullname),
    context.clock(),
  );
  return true;
}

/** Whether the site tells of items that stood lately; where none is known it is given the benefit of the doubt. */
async function doesSiteTell(context: ReadContext): Promise<boolean> {
  const { site } = context;
  if (site.reads === "lists") return true;
  const known = await knownToStand(context);
  if (known.length === 0) return true;
  if (!(await mayLookUp(context, known.length))) return false;
  // It was asked for its failure.
  try {
    const answer = await site.fetchByFullname(known, context.signal);
    await context.budget.heard(answer.rate);
    return known.some((fullname) => answer.standing.get(fullname) === "standing");
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    await context.budget.failed(error);
    return false;
  }
}
