import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { requireFrame } from "@/app/(app)/page-frame";
import { requireUser } from "@/server/http/page-session";
import { getMention, getNotification } from "@/server/notifications/notifications";
import { AppError } from "@/server/platform/errors";
import { Mention } from "./mention";

/** Finds the user's notification by its id or its item's fullname. Null if it was deleted. */
const findMention = cache(async (id: string) => {
  const user = await requireUser();
  try {
    // Emails link to the item, the app to the notification.
    const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id);
    const name = decodeURIComponent(id);
    return (await (isId ? getNotification(user, id) : getMention(user, name))).notification;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
});

type Params = Promise<{ id: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  return { title: (await findMention((await params).id))?.matchedKeyword ?? "Mention not found" };
}

export default async function MentionPage({ params }: { params: Params }) {
  const user = await requireUser();
  const { now } = await requireFrame();
  const notification = await findMention((await params).id);
  if (notification === null) notFound();
  return <Mention notification={notification} now={now} timeZone={user.timeZone} />;
}
