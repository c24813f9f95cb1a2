import type { Reader, SpikeContent } from "@/domain/message";
import { spikeTexts } from "@/domain/spike";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";

/** Renders what is told of a day on which a watch heard far more than usual. */
export async function renderSpikeMail(
  { watchId, keyword, spike }: SpikeContent,
  { email, unsubscribeUrl }: Reader,
): Promise<Rendered> {
  const { title, text } = spikeTexts(spike);
  const letter = {
    heading: `A spike for “${oneLine(keyword)}”`,
    text: `${title} ${text}`,
    action: { label: "See the watch", url: `${env().APP_URL}/keywords/${watchId}` },
    note: "You get this once on such a day, because this watch is set to tell you. Its settings change that.",
    asides: [
      { text: "You can also stop all alerts by email:", label: "Stop all alerts", url: unsubscribeUrl },
    ],
  };
  const { count, message } = await renderLetter(letter, email);
  const headers = {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { count, message: { ...message, headers } };
}
