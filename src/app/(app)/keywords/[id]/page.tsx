import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { notificationQuery } from "@/contract/notification-query";
import { getPlan } from "@/domain/plans/plans";
import { lastQuery } from "@/features/watches/last-query";
import { listReads } from "@/server/coverage/coverage";
import { requireFrame } from "@/app/(app)/page-frame";
import { requireUser } from "@/server/http/page-session";
import { listNotifications } from "@/server/notifications/notifications";
import { AppError } from "@/server/platform/errors";
import { listSites } from "@/server/reading/places";
import { getWatchStats } from "@/server/watches/watch-stats";
import { getWatch } from "@/server/watches/watches";
import { Watch } from "./watch";

const findWatch = cache(async (id: string) => {
  const user = await requireUser();
  try {
    return await getWatch(user, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
});

type Params = Promise<{ id: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const found = await findWatch((await params).id);
  return { title: found === null ? "Watch not found" : found.watch.keyword };
}

export default async function WatchPage({ params }: { params: Params }) {
  const user = await requireUser();
  const { now } = await requireFrame();
  const { id } = await params;
  const watch = await findWatch(id);
  if (watch === null) notFound();
  const query = notificationQuery.parse(lastQuery(watch.watch));
  const [stats, reads, { notifications }] = await Promise.all([
    getWatchStats(user, id, now),
    listReads(user, now),
    listNotifications(user, query),
  ]);
  return (
    <Watch
      key={id}
      served={{ watch, stats, last: notifications }}
      reads={reads}
      isPro={getPlan(user.subscriptionStatus).hasSearch}
      sites={listSites().sites}
      servedAt={now}
      timeZone={user.timeZone}
    />
  );
}
