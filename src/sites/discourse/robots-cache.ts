import type { GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import { SiteError } from "@/domain/site-error";
import { refusalOf } from "./refusals";
import { allows, parseRobots, type RobotRule } from "./robots";

const keptMs = 24 * 3_600_000;
/** Total size of all cached rules in characters. */
const maxKept = 20_000_000;

type Get = (url: string, signal?: AbortSignal) => Promise<GuardedReply>;

/** Returns a function that throws a SiteError if the host's robots.txt forbids a URL or is unavailable. */
export function createRobots(how: { get: Get; now: () => number }) {
  const { get, now } = how;
  const kept = new Map<string, { rules: RobotRule[]; size: number; untilMs: number }>();
  let keptSize = 0;

  function forget(origin: string): void {
    keptSize -= kept.get(origin)?.size ?? 0;
    kept.delete(origin);
  }

  async function rulesOf(origin: string, signal?: AbortSignal): Promise<RobotRule[]> {
    const found = kept.get(origin);
    if (found !== undefined && found.untilMs > now() && found.untilMs <= now() + keptMs) return found.rules;
    const reply = await get(`${origin}/robots.txt`, signal);
    const { status, body } = reply;
    // No permission while the file is unavailable. A missing file forbids nothing.
    if (status === 429 || status >= 500) throw refusalOf(reply, now());
    const rules = status === 200 ? parseRobots(body) : [];
    const size = rules.reduce((sum, { pattern }) => sum + pattern.length + 50, 100);
    forget(origin);
    for (const oldest of kept.keys()) {
      if (keptSize + size <= maxKept) break;
      forget(oldest);
    }
    kept.set(origin, { rules, size, untilMs: now() + keptMs });
    keptSize += size;
    return rules;
  }

  return async function obey(url: string, signal?: AbortSignal): Promise<void> {
    const { origin, pathname, search } = new URL(url);
    if (allows(await rulesOf(origin, signal), pathname + search)) return;
    throw new SiteError("forbidden", "Its robots.txt asks not to be read", { reason: "robots" });
  };
}
