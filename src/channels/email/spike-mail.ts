import type { Reader, SpikeContent } from "@/domain/delivery/message";
import { spikeTexts } from "@/domain/delivery/spike";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";

export async function renderSpikeMail(
  { watchId, keyword, spike }: SpikeContent,
  { email, unsubscribeUrl }: Reader,
): Promise<Rendered> {
  const { title, text } = spikeTexts(spike);
  const letter = {
    heading: `Spike in matches for “${oneLine(keyword)}”`,
    text: `${title} ${text}`,
    action: { label: "View watch", url: `${env().APP_URL}/keywords/${watchId}` },
    note: "You're receiving this because spike alerts are on for this watch (at most one a day). You can turn them off in its settings.",
    asides: [{ text: "To stop all email alerts:", label: "Unsubscribe", url: unsubscribeUrl }],
  };
  const { count, message } = await renderLetter(letter, email);
  const headers = {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { count, message: { ...message, headers } };
}
