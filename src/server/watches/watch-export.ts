import { csvText } from "@/server/platform/csv";
import { pool } from "@/server/platform/database";
import { fileResponse } from "@/server/platform/file-response";
import { learnTitles } from "@/server/places/place-titles";
import type { Account } from "@/server/accounts/statements/accounts";
import { columns } from "./import/columns";
import { listWatches, type WatchPage } from "./statements/watch-lists";
import { watchView } from "./watch-view";

export function exportWatches(user: Account): Response {
  return fileResponse(watchLines(user), { name: "earshot-keywords.csv", type: "text/csv; charset=utf-8" });
}

const pageSize = 1_000;
const written = columns.filter(({ write }) => write !== undefined);

async function* watchLines({ id }: Account): AsyncGenerator<string, void, void> {
  yield `\uFEFF${csvText([written.map(({ title }) => title)])}`;
  const filter = { userId: id, q: null, keywordFolded: null, kind: "keyword" as const };
  let after: { createdAt: Date; id: string } | null = null;
  for (let isLast = false; !isLast;) {
    const page: WatchPage = { sort: "oldest", isActive: null, limit: pageSize, offset: 0, after };
    const { watches } = await listWatches(pool(), filter, page);
    const last = watches.at(-1);
    if (last === undefined) return;
    await learnTitles(watches.flatMap(({ places }) => places));
    const views = watches.map(watchView);
    yield csvText(views.map((view) => written.map(({ write }) => write!(view))));
    isLast = watches.length < pageSize;
    after = last;
  }
}
