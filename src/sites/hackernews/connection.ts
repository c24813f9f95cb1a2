import type * as z from "zod";
import type { SequencedSite } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { parseReply } from "../responses";
import { getError } from "../errors";
import { send, type Reply } from "../http";
import { getFullname, getNumber } from "./address";
import { itemResponse, numbered, optionsIn, tipResponse, type RawItem } from "./responses";
import { facts } from "./facts";
import { Threads } from "./threads";

const TIMEOUT_MS = 8_000;
/** An item has a few kilobytes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const LOOKED_UP_AT_ONCE = 10;
/** Polls newer than this can have options that are not published yet. */
const NEW_MS = 10 * 60_000;
const UNKNOWN_STORY = "A comment on Hacker News";

export interface HackerNewsSettings {
  apiUrl: string;
  userAgent: string;
  now?: () => number;
  timeoutMs?: number;
}

export function createHackerNews(settings: HackerNewsSettings): SequencedSite {
  const { apiUrl, userAgent, now = Date.now, timeoutMs = TIMEOUT_MS } = settings;
  const threads = new Threads();

  async function request<T>(path: string, shape: z.ZodType<T>, signal?: AbortSignal) {
    const headers = { "user-agent": userAgent, accept: "application/json" };
    const url = `${apiUrl}/v0/${path}.json`;
    const reply = await send({ url, headers, timeoutMs, signal, maxBytes: MAX_BODY_BYTES });
    if (reply.status !== 200) throw getError(reply, now());
    return { response: parseReply(reply, shape), reply };
  }

  async function fetchItem(number: number, signal?: AbortSignal) {
    const { response: raw, reply } = await request(`item/${number}`, itemResponse, signal);
    if (raw !== null && raw.id !== number) throw another(reply);
    if (raw !== null) threads.note(raw);
    return { raw, rate: reply.rate };
  }

  const site: SequencedSite = {
    ...facts,
    reads: "sequence",
    lookUp: { max: 50, requests: (fullnames) => fullnames },
    async fetchTip(signal) {
      const { response, reply } = await request("maxitem", tipResponse, signal);
      return { tip: response, rate: reply.rate };
    },
    async fetchNumber(number, signal) {
      const { raw, rate } = await fetchItem(number, signal);
      const options = raw === null ? [] : await optionsOf(raw, signal);
      return { found: options === null ? "absent" : numbered(raw, options), rate };
    },
    async fetchItem(fullname, signal) {
      const number = getNumber(fullname);
      if (number === null) throw new RangeError("no number");
      const { found, rate } = await site.fetchNumber(number, signal);
      return { item: typeof found === "string" ? null : found, rate };
    },
    async completed(item, canRequest, signal) {
      const number = getNumber(item.fullname);
      if (item.kind === "post" || number === null) return item;
      const fetchParent = async (above: number): Promise<RawItem | null> =>
        (await canRequest()) ? (await fetchItem(above, signal)).raw : null;
      const story = await storyUnlessRefused(number, fetchParent);
      return { ...item, title: story?.title ?? UNKNOWN_STORY };
    },
    async findRoot(parent, { canRequest, findKnown }, signal) {
      const number = getNumber(parent);
      if (number === null) return null;
      let isOver = false;
      const requested = async (above: number): Promise<RawItem | null> => {
        isOver ||= !(await canRequest());
        return isOver ? null : (await fetchItem(above, signal)).raw;
      };
      const knownStory = async (comment: number) => {
        const known = await findKnown(getFullname(comment));
        return known === null ? null : getNumber(known);
      };
      const story = await threads.findStory(number, requested, knownStory);
      if (isOver) throw new SiteError("unavailable", "no requests left", { reason: "spent" });
      return story === null ? null : getFullname(story.number);
    },
    async fetchByFullname(fullnames, signal) {
      const statuses = new Map<string, "present" | "deleted">();
      const queue = [...fullnames];
      const errors: SiteError[] = [];
      const worker = async () => {
        for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
          const result = await getStatus(getNumber(name), signal, errors);
          if (result !== null) statuses.set(name, result);
          if (errors.some(endsAll)) return;
        }
      };
      await Promise.all(Array.from({ length: LOOKED_UP_AT_ONCE }, worker));
      const [first] = errors.filter((error) => endsAll(error) || statuses.size === 0);
      if (first !== undefined) throw first;
      return { statuses, rate: { used: null, remaining: null, resetSeconds: null } };
    },
  };

  /** Returns a poll's options, or null if some options of a new poll are not available yet. */
  async function optionsOf(raw: RawItem, signal?: AbortSignal): Promise<RawItem[] | null> {
    const options: RawItem[] = [];
    const queue = optionsIn(raw);
    let missing = 0;
    const worker = async () => {
      for (let option = queue.shift(); option !== undefined; option = queue.shift()) {
        const { raw: found } = await fetchItem(option, signal);
        if (found === null) missing += 1;
        else options.push(found);
      }
    };
    await Promise.all(Array.from({ length: LOOKED_UP_AT_ONCE }, worker));
    const isNew = now() - (raw.time ?? 0) * 1_000 < NEW_MS;
    return missing > 0 && isNew ? null : options.toSorted((a, b) => a.id - b.id);
  }

  /** Returns null if the site fails. The comment is then reported without a title. */
  async function storyUnlessRefused(number: number, requested: (above: number) => Promise<RawItem | null>) {
    try {
      return await threads.findStory(number, requested);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      return null;
    }
  }

  /** Null if unknown: the site sometimes returns null for existing items, and requests can fail. */
  async function getStatus(number: number | null, signal: AbortSignal | undefined, errors: SiteError[]) {
    if (number === null) return "deleted";
    try {
      const { raw } = await fetchItem(number, signal);
      const found = numbered(raw);
      return found === "absent" ? null : found === "nothing" ? "deleted" : "present";
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      errors.push(error);
      return null;
    }
  }

  return site;
}

function endsAll({ kind, reason }: SiteError): boolean {
  return kind === "rate-limited" || kind === "blocked" || kind === "unauthorized" || reason === "aborted";
}

function another(reply: Reply): SiteError {
  const details = { status: reply.status, rate: reply.rate };
  return new SiteError("malformed", "the response is for another item", details);
}
