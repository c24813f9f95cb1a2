import { wireSite } from "@/contract/place";
import type { PublicPreviewQuery, PublicPreviewResponse, SampleItem } from "@/contract/preview";
import { defaultFilters, watchDraft } from "@/contract/watch";
import { suggestedWords } from "./suggested-words";
import { sitesOn } from "@/sites/registry";
import { sampleTexts } from "./sample-texts";
import { timedTasks } from "./stored-matches";
import { getRule, sum, tryOn } from "./tried-draft";

const samplesShown = 3;
const candidates = 12;

/** All visitors share one user's part of the worker threads, so they can't slow down accounts. */
const visitors = { id: "visitors" };

/** For a URL, the keyword is its host. Partial (`isPartial`) if time runs out. */
export async function previewKeyword(
  { keyword: typed }: PublicPreviewQuery,
  now: Date,
  signal?: AbortSignal,
): Promise<PublicPreviewResponse> {
  const host = suggestedWords(typed).find(({ isHost, isGuess }) => isHost && !isGuess)?.keyword;
  const keyword = host ?? typed;
  const filters = { ...defaultFilters, wholeWordOnly: true };
  const draft = watchDraft.parse({ keyword, filters });
  const tasks = timedTasks(visitors, signal);
  const tried = await Promise.all(
    shownSites().map(async ({ id: site }) => {
      const names = ["all"];
      return tryOn(tasks, { site, names }, [getRule(draft, names, undefined)], now);
    }),
  );
  const matching = tried.filter(({ matched }) => matched.length > 0);
  const newest = matching
    .flatMap(({ matched }) => matched)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, candidates)
    .map(({ fullname }) => fullname);
  const texts = await sampleTexts(new Map(newest.map((fullname) => [fullname, keyword])), now);
  const samples = newest.map((fullname) => texts.get(fullname)).filter((one): one is SampleItem => !!one);
  return {
    count: sum(tried, ({ matched }) => matched.length),
    ...(matching.some(({ times }) => times > 1) && { isAbout: true as const }),
    ...(tasks.isPartial && { isPartial: true as const }),
    sites: matching.map(({ site }) => site),
    samples: samples.slice(0, samplesShown),
  };
}

/** Not the wire site, whose terms forbid it, nor places that users added by URL, which can be private. */
function shownSites() {
  return sitesOn().filter(({ id, getHost }) => id !== wireSite && getHost === undefined);
}
