import type { Metadata } from "next";
import { watchQuery } from "@/contract/watch";
import { WatchList } from "@/features/watches/watch-list";
import { requireUser } from "@/server/http/page-session";
import { listWatches } from "@/server/watches";

export const metadata: Metadata = { title: "Keyword Watches" };

export default async function KeywordsPage() {
  const user = await requireUser();
  return <WatchList first={await listWatches(user, watchQuery.parse({ limit: "100" }))} />;
}
