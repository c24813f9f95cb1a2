import type { PartingTemplate } from "@/domain/delivery/message";
import { closedHours } from "@/domain/plans/retention";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import type { Rendered } from "./rendered";

/** Needs no account. It is stored without the recipient, which is added on sending. */
export async function renderPartingMail(template: PartingTemplate): Promise<Rendered> {
  const plan =
    template === "account-and-pro-deleted"
      ? " Your Pro subscription has been canceled, and you won't be charged again."
      : "";
  const letter = {
    heading: "Your account has been deleted",
    text: `Your Earshot account has been deleted, and this is our last email. We've removed your watches, channels and API keys; remaining matches will be deleted within ${closedHours} hours.${plan} Thanks for using Earshot.`,
    note: `If this wasn't you, someone knows your password. Change it anywhere else you use it, and contact ${env().SUPPORT_EMAIL} from this address.`,
  };
  return renderLetter(letter, "");
}
