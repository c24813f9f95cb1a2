import type { SiteFacts } from "@/domain/reading/site";
import { isRepository, partedFullname, repositoryUrl, SITE_ID } from "./address";
import { itemOfLink, getRepository } from "./link";

const minute = 60_000;
const maxWithoutToken = 10;

export function factsFor({ hasToken }: { hasToken: boolean }): SiteFacts {
  return {
    ...names,
    readEveryMs: hasToken ? minute / 2 : 30 * minute,
    window: { ms: 60 * minute, requests: hasToken ? 5_000 : 60 },
    getThreadPlace: ({ place, fullname }) => (partedFullname(fullname)?.is === "release" ? null : place),
    countsReplies: true,
    coverage: {
      summary: "Issues, discussions and comments in the repositories you name.",
      limit: hasToken
        ? null
        : `Up to ${maxWithoutToken} repositories, every 30 minutes, without comments in discussions`,
    },
    ...(!hasToken && withoutToken),
  };
}

const withoutToken = {
  placeNote: `This server has no access token for GitHub. It reads up to ${maxWithoutToken} repositories, each every 30 minutes.`,
  placeLimit: {
    max: maxWithoutToken,
    excess: `Without an access token for GitHub, this server reads up to ${maxWithoutToken} repositories, and all are in use. Choose one of those, or ask the operator to set a token.`,
  },
};

const names = {
  id: SITE_ID,
  title: "GitHub",
  placeWord: "repository",
  hasAll: false,
  readsWhole: false,
  explainsFailures: true,
  isPlaceName: isRepository,
  isNamePrefix: (typed) => /^[a-z\d][a-z\d_-]{0,99}(?:\/[\w.-]{0,100})?$/.test(typed),
  strippedName: (typed) => getRepository(typed) ?? typed.trim(),
  getLabel: (place) => place,
  getUrl: repositoryUrl,
  itemOfLink,
  getContent: ({ body }) => body,
} satisfies Partial<SiteFacts>;
