import { SiteError } from "@/adapters/reddit/reddit";
import { pool, transaction } from "@/server/database";
import { blankItems, deleteUnnotifiedItems, listItemsToCheck, noteChecked } from "@/server/sql/recheck-items";
import { unfreezeDeliveries } from "@/server/sql/unfreeze-deliveries";
import type { ReadContext } from "./context";

/** Well within the day that the contract allows. */
const recheckAfterMs = 20 * 3_600_000;
const perRequest = 100;
/** So many at once are not all deleted: an answer that says so is not believed, for blanking can't be undone. */
const tooManyToBeGone = 20;

/**
 * Looks items behind notifications up again, those asked longest ago first, and blanks what was deleted on the
 * site: their text, their author, and messages that carry them and were never attempted.
 */
export async function recheck(context: ReadContext): Promise<{ rechecked: number; blanked: number }> {
  const tally = { rechecked: 0, blanked: 0 };
  const before = () => new Date(context.clock().getTime() - recheckAfterMs);
  await deleteUnnotifiedItems(pool(), before());
  try {
    while (context.clock() < context.deadline) {
      const due = await listItemsToCheck(pool(), before(), perRequest);
      if (due.length === 0 || !(await context.budget.take("check"))) break;
      const answer = await context.site.fetchByFullname(due, context.signal);
      await context.budget.heard(answer.rate);
      const told = due.filter((fullname) => answer.standing.has(fullname));
      if (told.length === 0) break;
      const gone = told.filter((fullname) => answer.standing.get(fullname) === "deleted");
      if (gone.length === told.length && gone.length >= tooManyToBeGone) {
        context.faults.push({ unit: "recheck", error: `all of ${gone.length} items are said to be gone` });
        break;
      }
      const now = context.clock();
      await transaction(async (tx) => {
        if (gone.length > 0) {
          await blankItems(tx, gone, now);
          await unfreezeDeliveries(tx, gone, now);
        }
        await noteChecked(tx, told, now);
      });
      tally.rechecked += told.length;
      tally.blanked += gone.length;
    }
  } catch (error) {
    // The site's errors are expected; what is due stays due.
    if (!(error instanceof SiteError)) throw error;
    await context.budget.failed(error);
    context.faults.push({ unit: "recheck", error: error.message });
  } finally {
    await context.budget.giveBack();
  }
  return tally;
}
