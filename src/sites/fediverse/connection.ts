import type { StreamedSite } from "@/domain/reading/site";
import { createApi, type ApiSettings } from "./api";
import { facts } from "./facts";
import { createListener } from "./listen";

const TIMEOUT_MS = 15_000;
const SILENCE_MS = 60_000;

export interface FediverseSettings extends Omit<ApiSettings, "now"> {
  streamUrl: string;
  now?: () => number;
  silenceMs?: number;
}

export function createFediverse(settings: FediverseSettings): StreamedSite {
  const { streamUrl, userAgent, parsePosts } = settings;
  const { now = Date.now, silenceMs = SILENCE_MS, timeoutMs = TIMEOUT_MS } = settings;
  return {
    ...facts,
    reads: "stream",
    lookBackMs: 0,
    listen: createListener({ url: streamUrl, userAgent, timeoutMs, silenceMs, now, parsePosts }),
    ...createApi({ ...settings, now }),
  };
}
