import { destinationTitle } from "@/domain/delivery/channel-names";
import type { DestinationOff } from "@/domain/delivery/message";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";

export async function renderOffMail(off: DestinationOff, to: string): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  const title = oneLine(destinationTitle(off));
  const heading = `We stopped sending to ${title}`;
  const lastResponse = off.failure === null ? "" : ` Last response: “${oneLine(off.failure)}”.`;
  const why = reasonFor(off);
  const letter = {
    heading,
    text: `${why}${lastResponse} We're still recording matches. You'll find them in your notifications, and your other destinations still get them.`,
    action: { label: "View your channels", url: `${APP_URL}/settings#channels` },
    note: `Once it's fixed, turn it back on there or add the new URL. Questions? Contact ${SUPPORT_EMAIL}.`,
  };
  return renderLetter(letter, to);
}

function reasonFor({ channel, reason }: DestinationOff): string {
  if (reason !== "gone")
    return `Deliveries have failed for ${channel === "webhook" ? "three days" : "almost a day"}.`;
  return channel === "telegram"
    ? "Our bot can't write to this chat: it was blocked, removed or lost its permission."
    : "The endpoint rejects our messages or no longer exists.";
}
