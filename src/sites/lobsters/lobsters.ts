import type { RegisteredSite } from "@/domain/site";
import { env } from "@/env";
import { createLobsters } from "./connection";
import { facts } from "./facts";

/** Lobsters needs no credentials. */
export const lobsters: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 1 }),
  connect: () =>
    createLobsters({
      url: env().LOBSTERS_URL,
      // Identifies us in the site's logs.
      userAgent: `Earshot (+${env().APP_URL})`,
    }),
};
