import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { createStackExchange } from "./connection";
import { getFacts } from "./facts";
import { parseRows } from "./rows";

const hasKey = () => env().STACKEXCHANGE_KEY !== undefined;

export const stackexchange: RegisteredSite = {
  ...getFacts(false),
  get window() {
    return getFacts(hasKey()).window;
  },
  get coverage() {
    return getFacts(hasKey()).coverage;
  },
  get placeNote() {
    return getFacts(hasKey()).placeNote;
  },
  isSetUp: () => true,
  allowance: () => ({ clientId: getFacts(false).id, allShare: 0 }),
  parsers: [parseRows],
  connect: (inThread) =>
    createStackExchange({
      url: env().STACKEXCHANGE_API_URL,
      key: env().STACKEXCHANGE_KEY,
      userAgent: `Earshot (+${env().APP_URL})`,
      parseRows: inThread(parseRows),
    }),
};
