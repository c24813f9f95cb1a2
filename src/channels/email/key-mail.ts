import type { NewKey } from "@/domain/message";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import { localTime } from "./local-time";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";

/** Renders what tells the owner of a new API key, should somebody else have made it. */
export async function renderKeyMail(key: NewKey, timeZone: string, to: string): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  const { day, time } = localTime(key.createdAt, timeZone);
  const may =
    key.scope === "write" ? "read and change your watches and matches" : "read your watches and matches";
  const letter = {
    heading: "An API key was made",
    text: `A key named “${oneLine(key.label)}”, which ends in ${key.lastFour}, was made for your Earshot account on ${day} at ${time} (${timeZone}). Whoever has it may ${may}.`,
    action: { label: "Look at your keys", url: `${APP_URL}/settings#keys` },
    note: `If it was not you, choose a new password at once: that ends every key. Questions? Write to ${SUPPORT_EMAIL}.`,
  };
  return renderLetter(letter, to);
}
