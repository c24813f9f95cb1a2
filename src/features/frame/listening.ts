import type { CoverageResponse } from "@/contract/coverage";
import { mergeKinds } from "@/contract/coverage-texts";
import { counted } from "@/domain/text/counted";

export interface Listening {
  isDegraded: boolean;
  issues: string[];
  /** Sites that have problems or could have them. */
  sites: { id: string; name: string; since: string | null }[];
  places: number;
  /** Number of places that can't be read: private, banned or deleted. */
  unreadable: number;
  readAt: string | null;
  gaps: string[];
}

export interface ListeningTexts {
  look: "ok" | "warn" | "neutral";
  title: string;
  /** Text before the time of the last read, and text after it (following a comma). */
  before: string;
  readAt: { dateTime: string; text: string } | null;
  after: string;
}

export function getListening(coverage: CoverageResponse): Listening {
  const { places } = coverage;
  const reads = places.flatMap(({ posts, comments }) => [posts.readAt, comments.readAt]);
  return {
    isDegraded: coverage.status !== "ok",
    issues: coverage.issues,
    sites: coverage.sites.map(({ id, name, since }) => ({ id, name, since })),
    places: places.length,
    unreadable: places.filter(({ isOn, health }) => !isOn || health !== "ok").length,
    readAt: reads.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null),
    gaps: [
      ...places.flatMap(({ gaps }) => mergeKinds(gaps).map(({ foundAt }) => foundAt)),
      ...[...coverage.tooMany, ...coverage.tooMuchText].map(({ from }) => from),
    ],
  };
}

/** Texts of the box at a given time, in the account's time zone. Offline, only the last check is known. */
export function listeningTexts(
  listening: Listening,
  now: Date,
  timeZone: string,
  isOffline = false,
): ListeningTexts {
  const { places, unreadable, readAt } = listening;
  if (isOffline) return offline(readAt, timeZone);
  if (places === 0) return quiet("Not listening", "No active keywords");
  const time = format(timeZone, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const day = format(timeZone, { dateStyle: "short" });
  const isToday = (at: string) => day.format(new Date(at)) === day.format(now);
  const gaps = listening.gaps.filter(isToday).length;
  const look = listening.isDegraded || unreadable > 0 || gaps > 0 ? "warn" : "ok";
  const title = listening.isDegraded ? "Listening, with delays" : "Listening";
  const unread = unreadable === 0 ? "" : `. ${counted(unreadable, "place")} can't be checked`;
  if (readAt === null)
    return { look, title, before: `First check in progress${unread}`, readAt: null, after: "" };
  return {
    look,
    title,
    before: "Last checked ",
    readAt: { dateTime: readAt, text: time.format(new Date(readAt)) },
    after: `${gaps === 0 ? "no" : gaps} ${gaps === 1 ? "gap" : "gaps"} today${unread}`,
  };
}

function offline(readAt: string | null, timeZone: string): ListeningTexts {
  if (readAt === null) return quiet("Offline", "Reconnecting automatically");
  const time = format(timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return {
    ...quiet("Offline", "Last checked "),
    readAt: { dateTime: readAt, text: time.format(new Date(readAt)) },
  };
}

function quiet(title: string, before: string): ListeningTexts {
  return { look: "neutral", title, before, readAt: null, after: "" };
}

function format(timeZone: string, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // Don't crash if this machine's time zone data lacks the zone.
  try {
    return new Intl.DateTimeFormat("en-GB", { ...how, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...how, timeZone: "UTC" });
  }
}
