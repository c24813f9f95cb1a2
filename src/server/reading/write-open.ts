import { medianMs } from "@/domain/reading/newness";
import { isSampled } from "@/domain/reading/stream-sample";
import { pool, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { refreshItems } from "@/server/recording/statements/items";
import { recordRead } from "@/server/recording/record";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { ReadOutcome } from "@/server/recording/statements/positions";
import { blank } from "./blank";
import type { StreamContext } from "./context";
import { renderNew } from "./poll-lane";
import { listStoredBy } from "./statements/streams";
import { nothingOpen, type OpenBatches, type StreamState } from "./stream-state";

/** First deletions, which are idempotent; then matches, in one transaction with the cursor. */
export async function writeOpen(context: StreamContext, state: StreamState, cursor: string): Promise<void> {
  const { open, tally } = state;
  const { site, lease } = context;
  tally.blanked += await blankGone(context, open);
  const now = context.clock();
  const edited = [...open.edited.values()].filter(({ fullname }) => !open.deleted.has(fullname));
  const matching = open.stored.filter(({ fullname }) => open.matches.has(fullname));
  const names = await state.names.of(context, matching);
  const recorded = await recordRead({
    items: open.stored.map((item) => {
      const { author } = item;
      return author === null ? item : { ...item, author: names.get(author) ?? author, authorId: author };
    }),
    match: ({ fullname }) => open.matches.get(fullname) ?? [],
    isNamed: ({ fullname }) => open.matches.has(fullname),
    isTextStored: ({ fullname }) => isSampled(fullname, site.sampledOneIn),
    outcomes: getOutcomes(context, state),
    gaps: gapsOf(context, open),
    stream: {
      ...{ site: site.id, cursor, at: state.at, lease },
      minutes: [...open.minutes].map(([at, counted]) => ({ minute: new Date(at), ...counted })),
    },
    counts: { site: site.id, values: open.counts },
    now,
  });
  const hasEdits = (await refreshItems(pool(), edited, now)) > 0;
  state.open = nothingOpen();
  for (const name of ["items", "matches", "notifications", "gaps"] as const) tally[name] += recorded[name];
  if (recorded.notifications > 0 || hasEdits) renderSoon(context, state);
}

async function blankGone({ clock }: StreamContext, { deleted, gone }: OpenBatches): Promise<number> {
  if (deleted.size + gone.size === 0) return 0;
  const stored = await listStoredBy(pool(), [...deleted], [...gone.values()]);
  if (stored.length > 0) await transaction((tx) => blank(tx, stored, clock()));
  return stored.length;
}

/** One gap per kind, because the kind of the missed items is unknown. */
function gapsOf({ site }: StreamContext, { gaps }: OpenBatches): NewGap[] {
  return gaps.flatMap(({ from, to }) =>
    (["post", "comment"] as const).map((kind) => ({
      ...{ id: newId(), site: site.id, place: "all", kind, fromAt: from, toAt: to },
    })),
  );
}

function getOutcomes({ site, clock }: StreamContext, { reads, at, open }: StreamState): ReadOutcome[] {
  const now = clock();
  // The site's clock can be ahead of ours.
  const readAt = at < now ? at : now;
  return reads.map(({ place, kind }) => ({
    ...{ site: site.id, place, kind, readAt, triedAt: now },
    ...{ stored: null, swept: false, rate: null, share: null },
    newItems: open.posts[kind],
    delayMs: medianMs(open.delaysMs[kind]),
  }));
}

/** Runs one rendering at a time, and another one if items arrived in between. */
function renderSoon(context: StreamContext, state: StreamState): void {
  state.hasUnrendered = true;
  state.rendering ??= (async () => {
    while (state.hasUnrendered) {
      state.hasUnrendered = false;
      await renderNew(context);
    }
    state.rendering = null;
  })();
}
