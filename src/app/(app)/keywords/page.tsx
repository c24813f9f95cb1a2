import type { Metadata } from "next";
import { watchQuery } from "@/contract/watch";
import { planOf } from "@/domain/plans";
import { listReads } from "@/server/coverage/coverage";
import { requireFrame } from "@/app/(app)/page-frame";
import { requireUser } from "@/server/http/page-session";
import { listSites } from "@/server/reading/places";
import { listWatches } from "@/server/watches/watches";
import { Watches } from "./watches";

export const metadata: Metadata = { title: "Keyword Watches" };

export default async function KeywordsPage() {
  const user = await requireUser();
  const { now } = await requireFrame();
  const [watches, reads] = await Promise.all([listWatches(user, watchQuery.parse({})), listReads(user, now)]);
  return (
    <Watches
      served={{ watches, reads }}
      isPro={planOf(user.subscriptionStatus).hasFilters}
      sites={listSites().sites}
      servedAt={now}
      timeZone={user.timeZone}
    />
  );
}
