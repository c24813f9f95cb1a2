import type { Metadata } from "next";
import Link from "next/link";
import { notificationQuery } from "@/contract/notification";
import { NotificationCard } from "@/features/notifications/notification-card";
import { requireUser } from "@/server/http/page-session";
import { listNotifications } from "@/server/notifications";
import { NotificationText } from "./notification-text";

export const metadata: Metadata = { title: "Notifications" };

const pageSize = 20;
/** Further than this a list goes by cursor only. */
const lastPage = 100;

export default async function NotificationsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const user = await requireUser();
  const asked = notificationQuery.pick({ page: true }).safeParse(await searchParams);
  const page = asked.success ? asked.data.page : 1;
  const { notifications, total } = await listNotifications(user, {
    ...notificationQuery.parse({ limit: String(pageSize) }),
    page,
  });
  const totalPages = Math.min(Math.ceil(total / pageSize), lastPage);
  const now = new Date();
  return (
    <>
      <header>
        <h1 className="text-24 font-semibold">Notifications</h1>
        <p className="text-ink-2">
          {total} unread {total === 1 ? "notification" : "notifications"}
        </p>
      </header>
      {total === 0 && (
        <section className="rounded-lg border border-line bg-surface p-6">
          <h2 className="text-16 font-semibold">No notifications found</h2>
          <p>You&apos;re all caught up! No unread notifications.</p>
        </section>
      )}
      <ul className="grid gap-4">
        {notifications.map((notification) => (
          <NotificationCard
            key={notification._id}
            id={notification._id}
            name={notification.redditPost.title}
            url={notification.redditPost.url}
          >
            <NotificationText notification={notification} now={now} />
          </NotificationCard>
        ))}
      </ul>
      {totalPages > 1 && (
        <nav aria-label="Pages" className="flex items-center gap-4">
          {page > 1 && <Link href={`/notifications?page=${page - 1}`}>Previous</Link>}
          <span>
            Page {page} of {totalPages}
          </span>
          {page < totalPages && <Link href={`/notifications?page=${page + 1}`}>Next</Link>}
        </nav>
      )}
    </>
  );
}
