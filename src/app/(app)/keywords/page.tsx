import type { Metadata } from "next";
import { watchQuery } from "@/contract/watch";
import { getPlan } from "@/domain/plans/plans";
import { getSharedLink } from "@/domain/shared-link";
import { listReads } from "@/server/coverage/coverage";
import { type SharedSearch, sharedIn } from "@/app/shared";
import { requireFrame } from "@/app/(app)/page-frame";
import { requireUser } from "@/server/http/page-session";
import { listSites } from "@/server/reading/places";
import { listWatches } from "@/server/watches/watch-lists";
import { firstQuery } from "@/features/watches/list-query";
import { Watches } from "./watches";

export const metadata: Metadata = { title: "Keyword Watches" };

type Search = Promise<{ add?: string | string[] } & Awaited<SharedSearch>>;

export default async function KeywordsPage({ searchParams }: { searchParams: Search }) {
  const user = await requireUser();
  const { now } = await requireFrame();
  const [watches, reads] = await Promise.all([
    listWatches(user, watchQuery.parse(firstQuery)),
    listReads(user, now),
  ]);
  const { add } = await searchParams;
  const plan = getPlan(user.subscriptionStatus);
  return (
    <Watches
      served={{ watches, reads }}
      isPro={plan.hasFilters}
      watchLimit={plan.watchLimit}
      opening={{ isAdding: add !== undefined, link: getSharedLink(await sharedIn(searchParams)) }}
      sites={listSites().sites}
      timeZone={user.timeZone}
    />
  );
}
