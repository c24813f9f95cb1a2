import type { StreamedSite } from "@/domain/reading/site";
import { createApi } from "./api";
import { hostAt } from "./cursor";
import { facts } from "./facts";
import { createListener } from "./listen";

const TIMEOUT_MS = 10_000;
/** The network averages 50 posts per second. */
const SILENCE_MS = 10_000;
const GATHER_MS = 200;
/** Jetstream hosts keep 36 hours. */
const LOOK_BACK_MS = 36 * 3_600_000;

export interface BlueskySettings {
  /** Jetstream subscribe URLs in order of preference. */
  streamUrls: readonly string[];
  apiUrl: string;
  userAgent: string;
  now?: () => number;
  timeoutMs?: number;
  silenceMs?: number;
  gatherMs?: number;
}

/** Bluesky through Jetstream (all events) and the public API; neither needs a key. */
export function createBluesky(
  settings: BlueskySettings,
): StreamedSite & Required<Pick<StreamedSite, "fetchNames" | "fetchAccounts">> {
  const { streamUrls, apiUrl, userAgent, now = Date.now } = settings;
  const { timeoutMs = TIMEOUT_MS, silenceMs = SILENCE_MS, gatherMs = GATHER_MS } = settings;
  const often = { userAgent, now, timeoutMs };
  return {
    ...facts,
    reads: "stream",
    lookBackMs: LOOK_BACK_MS,
    listen: createListener({ ...often, hosts: streamUrls.map(hostAt), silenceMs, gatherMs }),
    ...createApi({ ...often, apiUrl }),
  };
}
