import type { PartingTemplate } from "@/domain/message";
import { closedHours } from "@/domain/retention";
import { env } from "@/env";
import { renderLetter } from "./account-mail";
import type { Rendered } from "./rendered";

/**
 * Renders what whoever deleted their account is told, once. Nothing in it needs an account. It is kept without its address, which
 * is put in when it is sent.
 */
export async function renderPartingMail(template: PartingTemplate): Promise<Rendered> {
  const plan =
    template === "account-and-pro-deleted"
      ? " Your Pro subscription has ended with it: nothing more is charged."
      : "";
  const letter = {
    heading: "Your account is deleted",
    text: `Your Earshot account is deleted, and we send you nothing more. Watches, channels and keys are gone; what is left of your matches is removed within ${closedHours} hours.${plan} Thank you for having listened with Earshot.`,
    note: `If it was not you, somebody knows your password: change it wherever else you use it, and write to ${env().SUPPORT_EMAIL} from this address.`,
  };
  return renderLetter(letter, "");
}
