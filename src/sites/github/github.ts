import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { createGitHub } from "./connection";
import { factsFor } from "./facts";

export const github: RegisteredSite = {
  ...factsFor({ hasToken: false }),
  // The settings are read later than this module.
  get readEveryMs() {
    return currentFacts().readEveryMs;
  },
  get window() {
    return currentFacts().window;
  },
  get coverage() {
    return currentFacts().coverage;
  },
  get placeNote() {
    return currentFacts().placeNote;
  },
  get placeLimit() {
    return currentFacts().placeLimit;
  },
  isSetUp: () => true,
  allowance: () => ({ clientId: "github", allShare: 0 }),
  connect: () =>
    createGitHub({
      facts: currentFacts(),
      apiUrl: env().GITHUB_API_URL,
      token: env().GITHUB_TOKEN,
      // The site refuses requests without a name.
      userAgent: `Earshot (+${env().APP_URL})`,
    }),
};

function currentFacts() {
  return factsFor({ hasToken: env().GITHUB_TOKEN !== undefined });
}
