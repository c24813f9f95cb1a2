import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { requireFrame } from "@/app/(app)/page-frame";
import { requireUser } from "@/server/http/page-session";
import { getNotification } from "@/server/notifications/notifications";
import { AppError } from "@/server/platform/errors";
import { Mention } from "./mention";

/** Returns the user's notification with this id, or null if there is none, or it was deleted. */
const findMention = cache(async (id: string) => {
  const user = await requireUser();
  try {
    return (await getNotification(user, id)).notification;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
});

type Params = Promise<{ id: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  return { title: (await findMention((await params).id))?.matchedKeyword ?? "Mention not found" };
}

/** One mention, for links from emails and the dashboard. */
export default async function MentionPage({ params }: { params: Params }) {
  const user = await requireUser();
  const { now } = await requireFrame();
  const notification = await findMention((await params).id);
  if (notification === null) notFound();
  return <Mention notification={notification} now={now} timeZone={user.timeZone} />;
}
