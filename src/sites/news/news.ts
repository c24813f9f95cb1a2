import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { parseFile } from "./articles";
import { createNews } from "./connection";
import { facts } from "./facts";
import { parseList } from "./list";

/** The same files at another host. */
const DEFAULT_HOST = "https://data.gdeltproject.org";
const SECOND_HOST = "https://storage.googleapis.com/data.gdeltproject.org";

export const news: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 1 }),
  parsers: [parseFile, parseList],
  connect: (inThread) => {
    const host = env().GDELT_URL;
    return createNews({
      hosts: host === DEFAULT_HOST ? [host, SECOND_HOST] : [host],
      userAgent: `Earshot (+${env().APP_URL})`,
      parse: { file: inThread(parseFile), list: inThread(parseList) },
    });
  },
};
