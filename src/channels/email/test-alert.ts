import type { AlertContent, Reader } from "@/domain/delivery/message";
import { env } from "@/env";
import { renderAlertMail } from "./alert-mail";
import type { Rendered } from "./rendered";

const keyword = "test alert";

/** Renders a test alert. It looks like a real one, and its post explains that it's a test. */
export async function renderTestAlert(reader: Reader, now: Date): Promise<Rendered> {
  const item: AlertContent["items"][number] = {
    fullname: "",
    kind: "post",
    place: "r/earshot",
    where: null,
    title: "This is a test alert",
    content: "",
    text: "You requested this email in your settings. Real alerts contain posts and comments that mention your keywords, highlighted like test alert here. This one was delivered exactly like a real alert, so you know they'll arrive.",
    linkedText: null,
    url: `${env().APP_URL}/settings`,
    author: null,
    over18: false,
    matchedAt: now,
    matches: [{ keyword, highlights: [{ keyword, caseSensitive: false, wholeWordOnly: false }] }],
  };
  const content: AlertContent = {
    total: 1,
    frequency: "realtime",
    keywords: [{ keyword, count: 1, isInDigest: false }],
    items: [item],
  };
  const { message } = await renderAlertMail(content, reader, now);
  return { count: 1, message: { ...message, subject: "Test alert from Earshot" } };
}
