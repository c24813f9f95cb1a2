import type { RegisteredSite } from "@/domain/site";
import { env } from "@/env";
import { createLobsters } from "./connection";
import { facts } from "./facts";

/** Lobsters, which anybody may read. */
export const lobsters: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 1 }),
  connect: () =>
    createLobsters({
      url: env().LOBSTERS_URL,
      // Who is asked by whom, for whoever reads its logs.
      userAgent: `Earshot (+${env().APP_URL})`,
    }),
};
