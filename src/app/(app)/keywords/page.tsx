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

type Search = Promise<{ add?: string | string[]; check?: string | string[]; text?: string | string[] }>;

/** What stands in the address as a value once; without one, nothing. */
const single = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

/**
 * What 'Check a post' is asked for: a link, or what another app shared. Many share an address in the middle of a text; where there
 * is none, the dialog opens empty.
 */
const linkOf = (check: string | undefined, text: string | undefined) =>
  check || (text === undefined ? check : (/\bhttps?:\/\/\S{1,2000}/i.exec(text)?.[0] ?? ""));

export default async function KeywordsPage({ searchParams }: { searchParams: Search }) {
  const user = await requireUser();
  const { now } = await requireFrame();
  const [watches, reads] = await Promise.all([listWatches(user, watchQuery.parse({})), listReads(user, now)]);
  const { add, check, text } = await searchParams;
  const plan = planOf(user.subscriptionStatus);
  return (
    <Watches
      served={{ watches, reads }}
      isPro={plan.hasFilters}
      watchLimit={plan.watchLimit}
      opening={{ isAdding: add !== undefined, link: linkOf(single(check), single(text)) }}
      sites={listSites().sites}
      servedAt={now}
      timeZone={user.timeZone}
    />
  );
}
