import type { ParsedRequest } from "../http";
import { handleDashboard } from "./dashboard-page";
import { problemPage } from "./page";
import { handlePay } from "./pay-page";
import { handlePortal, invoicePage } from "./portal-page";
import type { Stripe } from "./stripe";

/** Serves Stripe's pages by their path below the prefix. */
export function handlePage(stripe: Stripe, request: ParsedRequest): Response {
  stripe.catchUp();
  const [, section = "", id = ""] = request.path.split("/");
  switch (section) {
    case "":
      return handleDashboard(stripe, request);
    case "pay":
      return handlePay(stripe, request, id);
    case "portal":
      return handlePortal(stripe, request, id);
    case "invoice":
      return invoicePage(stripe, id);
    default:
      return problemPage("Not found", "The sandbox's Stripe doesn't have this page.", 404);
  }
}
