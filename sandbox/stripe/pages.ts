import type { Ask } from "../http";
import { answerDashboard } from "./dashboard-page";
import { problemPage } from "./page";
import { answerPay } from "./pay-page";
import { answerPortal, invoicePage } from "./portal-page";
import type { Stripe } from "./stripe";

/** What people see of Stripe, by its place below the prefix. */
export function answerPage(stripe: Stripe, ask: Ask): Response {
  stripe.catchUp();
  const [, section = "", id = ""] = ask.path.split("/");
  switch (section) {
    case "":
      return answerDashboard(stripe, ask);
    case "pay":
      return answerPay(stripe, ask, id);
    case "portal":
      return answerPortal(stripe, ask, id);
    case "invoice":
      return invoicePage(stripe, id);
    default:
      return problemPage("Not found", "The sandbox's Stripe doesn't have this page.", 404);
  }
}
