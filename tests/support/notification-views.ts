import * as watchStats from "@/app/api/keywords/[id]/stats/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as popup from "@/app/api/notifications/recent/popup/route";
import * as list from "@/app/api/notifications/route";
import * as stats from "@/app/api/notifications/stats/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import * as usage from "@/app/api/subscriptions/usage/route";
import type { GroupedResponse, NotificationView } from "@/contract/notification";
import { pool } from "@/server/platform/database";
import { getFrame } from "@/server/coverage/frame";
import { listRecent } from "@/server/notifications/notifications";
import { findAccount } from "@/server/accounts/statements/accounts";
import type { signedIn } from "./signed-in";

type Person = Awaited<ReturnType<typeof signedIn>>;

const brief = ({ _id, status }: NotificationView) => [_id, status];
const statuses = ["unread", "read", "archived", "all"] as const;
const searches = ["", "&q=Title 1", "&subreddit=sub1", "&keyword=Tidewater"];

/** Returns everything a user can see of their notifications: all lists, counts and feeds. */
export async function everyView(person: Person, watchIds: readonly string[]) {
  const account = await findAccount(pool(), person.user.id);
  const views: Record<string, unknown> = {};
  for (const status of statuses) {
    for (const search of searches) {
      const query = `?limit=50&status=${status}${search}`;
      const rows = await person.request<NotificationView[]>(list, "GET", `/notifications${query}`);
      views[`list${query}`] = [rows.headers.get("x-total-count"), rows.body.map(brief)];
      const { body } = await person.request<GroupedResponse>(
        grouped,
        "GET",
        `/notifications/grouped${query}`,
      );
      views[`groups${query}`] = [
        body.pagination,
        body.groupedNotifications.map((group) => ({
          ...group,
          notifications: group.notifications.map(brief),
        })),
      ];
    }
    const oldest = `/notifications?sort=oldest&group=tidewater&status=${status}`;
    views[oldest] = (await person.request<NotificationView[]>(list, "GET", oldest)).body.map(brief);
  }
  views.popup = (await person.request(popup, "GET", "/notifications/recent/popup")).body;
  views.stats = (await person.request(stats, "GET", "/notifications/stats")).body;
  views.unread = (await person.request(unread, "GET", "/notifications/unread/count")).body;
  views.usage = (await person.request(usage, "GET", "/subscriptions/usage")).body;
  views.frame = (await getFrame(account!, new Date())).unread;
  views.feed = (await listRecent(account!, 50)).map(brief);
  for (const id of watchIds) {
    const matches = await person.request(watchStats, "GET", `/keywords/${id}/stats`, { params: { id } });
    views[`watch ${id}`] = matches.body;
  }
  return views;
}
