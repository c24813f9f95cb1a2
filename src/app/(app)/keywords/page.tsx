import type { Metadata } from "next";
import { watchQuery } from "@/contract/watch";
import { planOf } from "@/domain/plans";
import { WatchesScreen } from "@/features/watches/watches-screen";
import { requireUser } from "@/server/http/page-session";
import { listWatches } from "@/server/watches";

export const metadata: Metadata = { title: "Keyword Watches" };

export default async function KeywordsPage() {
  const user = await requireUser();
  const served = await listWatches(user, watchQuery.parse({}));
  return <WatchesScreen served={served} isPro={planOf(user.subscriptionStatus).hasFilters} />;
}
