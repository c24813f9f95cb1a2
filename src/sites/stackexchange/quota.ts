import type { RequestWindow } from "@/domain/reading/request-budget";

const dayMs = 24 * 3_600_000;
const second = 1_000;
/** Requests per day with and without an API key. The day starts at midnight UTC. */
const quotas = { withKey: 10_000, without: 300 };
/** The share for reading. The rest is for lookups and checks of deleted posts. */
const readingShare = 0.85;

export type PartName = "questions" | "answers" | "comments";
export const partNames: readonly PartName[] = ["questions", "answers", "comments"];

export function getWindow(hasKey: boolean): RequestWindow {
  return { ms: dayMs, requests: hasKey ? quotas.withKey : quotas.without };
}

export interface Plan {
  /** Intervals between two reads of each part (ms). */
  everyMs: Record<PartName, number>;
  /** The time range that is compared with the site's total (seconds). */
  windowSeconds: number;
}

/** Responses are cached for a minute. Small quotas read questions first, and compare larger ranges. */
const fast: Plan = {
  everyMs: { questions: 60 * second, answers: 60 * second, comments: 60 * second },
  windowSeconds: 3_600,
};
const slow: Plan = {
  everyMs: { questions: 600 * second, answers: 1_800 * second, comments: 1_800 * second },
  windowSeconds: 6 * 3_600,
};
/** Requests per day beside the reads, for a busy site: totals, repeated windows and tags. */
const besides = { fast: 1_500, slow: 70 };
const smallQuota = 2_000;

export function getPlan(quota: number, sources: number): Plan {
  const isSmall = quota < smallQuota;
  const { everyMs, windowSeconds } = isSmall ? slow : fast;
  const perDay = partNames.reduce(
    (sum, name) => sum + dayMs / everyMs[name],
    isSmall ? besides.slow : besides.fast,
  );
  const factor = Math.max(1, (sources * perDay) / Math.max(1, quota * readingShare));
  const slower = (name: PartName) => Math.round(everyMs[name] * factor);
  return {
    everyMs: { questions: slower("questions"), answers: slower("answers"), comments: slower("comments") },
    windowSeconds,
  };
}
