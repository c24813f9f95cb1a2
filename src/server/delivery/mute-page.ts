import { activeMute, tomorrow } from "@/domain/delivery/mute";
import { formatAhead, formatTime } from "@/domain/time/moment";
import { rescheduleOutbox } from "@/server/delivery/deliveries";
import { listSchedules } from "@/server/delivery/statements/policies";
import { pool, transaction, prisma, type Queryable } from "@/server/platform/database";
import { readAccountToken } from "@/server/platform/tokens";
import { plainPage, unknownLinkPage } from "@/server/platform/plain-page";

/** Returns a keyword and its user's digest schedule. Null without a watch. */
async function findMutable(db: Queryable, id: string) {
  const { userKeyword, watch } = prisma();
  const select = { userId: true, keyword: true, keywordFolded: true } as const;
  const found = await userKeyword.findFirst({ where: { id }, select });
  if (found === null) return null;
  const { userId, keywordFolded } = found;
  const schedule = (await listSchedules(db, [userId])).get(userId);
  const isWatched = (await watch.count({ where: { userId, keywordFolded } })) > 0;
  return schedule === undefined || !isWatched ? null : { ...found, ...schedule };
}

/** The page behind the mute link in an email. It only shows a button, because scanners open links too. */
export async function mutePage(token: string): Promise<Response> {
  const id = readAccountToken("mute", token);
  const found = id === null ? null : await findMutable(pool(), id);
  if (found === null) return unknownPage();
  return plainPage(
    200,
    `Mute “${escaped(found.keyword)}” until tomorrow?`,
    `<p>We won't send alerts for it until then. Matches still appear in the app, and you'll get one summary afterwards.</p>
<form method="post"><button type="submit">Mute until tomorrow</button></form>`,
  );
}

/** Mutes the watches of a keyword until the next day's digest hour. Doesn't shorten a longer mute. */
export async function muteByToken(token: string, now: Date): Promise<Response> {
  const id = readAccountToken("mute", token);
  const muted =
    id === null
      ? null
      : await transaction(async (tx) => {
          const found = await findMutable(tx, id);
          if (found === null) return null;
          const until = tomorrow(now, found);
          const isShorter = [{ mutedUntil: null }, { mutedUntil: { lt: until } }];
          const { userId, keywordFolded } = found;
          const { watch } = prisma();
          const where = { userId, keywordFolded, OR: isShorter };
          await watch.updateMany({ where, data: { mutedUntil: until, updatedAt: now } });
          await rescheduleOutbox(tx, userId, now);
          const all = { where: { userId, keywordFolded }, _min: { mutedUntil: true } } as const;
          const earliest = (await watch.aggregate(all))._min.mutedUntil;
          return { ...found, until, mutedUntil: earliest ?? until };
        });
  if (muted === null) return unknownPage();
  return plainPage(
    200,
    `“${escaped(muted.keyword)}” is muted`,
    `<p>${endText(muted, now)} under <a href='/keywords'>Keywords</a>.</p>`,
  );
}

/** Shows a longer mute, which the link doesn't change, instead of tomorrow. */
function endText(
  { until, mutedUntil, timeZone }: { until: Date; mutedUntil: Date; timeZone: string },
  now: Date,
): string {
  const end = activeMute(mutedUntil);
  if (end === "forever") return "Until you unmute it";
  const [before, text] =
    mutedUntil > until
      ? ["", formatAhead(mutedUntil, now, timeZone)]
      : ["tomorrow, ", formatTime(until, timeZone)];
  return `Until ${before}<time datetime="${end}">${text}</time>. You can unmute it earlier`;
}

const unknownPage = () =>
  unknownLinkPage(
    "Open the link in your most recent email, or mute the watch under <a href='/keywords'>Keywords</a>.",
  );

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => names[sign]!);
}
