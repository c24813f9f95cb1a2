import type { Ask } from "../http";
import { handleDashboard } from "./dashboard-page";
import { problemPage } from "./page";
import { handlePay } from "./pay-page";
import { handlePortal, invoicePage } from "./portal-page";
import type { Stripe } from "./stripe";

/** Serves Stripe's pages by their path below the prefix. */
export function handlePage(stripe: Stripe, ask: Ask): Response {
  stripe.catchUp();
  const [, section = "", id = ""] = ask.path.split("/");
  switch (section) {
    case "":
      return handleDashboard(stripe, ask);
    case "pay":
      return handlePay(stripe, ask, id);
    case "portal":
      return handlePortal(stripe, ask, id);
    case "invoice":
      return invoicePage(stripe, id);
    default:
      return problemPage("Not found", "The sandbox's Stripe doesn't have this page.", 404);
  }
}
