import { destinationTitle } from "@/domain/channel-names";
import type { DestinationOff } from "@/domain/message";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";

/** Renders what is told once when a destination is switched off by what its receiver said. */
export async function renderOffMail(off: DestinationOff, to: string): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  const title = oneLine(destinationTitle(off));
  const heading = `We stopped sending to ${title}`;
  const said = off.failure === null ? "" : ` The last thing it said: “${oneLine(off.failure)}”.`;
  const why =
    off.reason === "gone"
      ? "Its receiver says that the address is no longer there."
      : "Its receiver has not taken a message in three days.";
  const letter = {
    heading,
    text: `${why}${said} Matches go on being recorded: you find them in your notifications, and your other destinations get them.`,
    action: { label: "Look at your destinations", url: `${APP_URL}/settings#channels` },
    note: `Once it is mended, switch it on again there, or add its new address. Questions? Write to ${SUPPORT_EMAIL}.`,
  };
  return renderLetter(letter, to);
}
