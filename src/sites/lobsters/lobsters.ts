import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { createLobsters } from "./connection";
import { facts } from "./facts";

export const lobsters: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 1 }),
  connect: () =>
    createLobsters({
      url: env().LOBSTERS_URL,
      userAgent: `Earshot (+${env().APP_URL})`,
    }),
};
