import type { NewKey } from "@/domain/delivery/message";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import { localTime } from "./local-time";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";

/** Renders the notice of a new API key, sent to its owner in case someone created it without permission. */
export async function renderKeyMail(key: NewKey, timeZone: string, to: string): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  const { day, time } = localTime(key.createdAt, timeZone);
  const may =
    key.scope === "write" ? "read and change your watches and matches" : "read your watches and matches";
  const letter = {
    heading: "New API key created",
    text: `An API key named “${oneLine(key.label)}” (ending in ${key.lastFour}) was created for your Earshot account on ${day} at ${time} (${timeZone}). It can ${may}.`,
    action: { label: "View your API keys", url: `${APP_URL}/settings#keys` },
    note: `If this wasn't you, change your password immediately. That revokes every API key. Questions? Contact ${SUPPORT_EMAIL}.`,
  };
  return renderLetter(letter, to);
}
