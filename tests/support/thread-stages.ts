import { placesOn } from "@/domain/reading/place";
import type { Site } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import type { ReadContext } from "@/server/reading/context";
import type { Stand } from "../conformance/sites/stand";
import { stands } from "../conformance/sites/stands";
import { getSite } from "@/sites/registry";
import { startLive, until } from "./live";
import { dyingStream, startStream } from "./stream";

/** A site with threads on its stand-in with a manual clock, however it is read. */
export interface ThreadStage {
  /** '<site>:<name>' each. */
  places: string[];
  post(words: string): string;
  reply(root: string, words: string): string;
  edit(fullname: string, words: string): void;
  end(fullname: string): void;
  /** Reads everything written since the last read. Returns the requests. */
  read(): Promise<number>;
  /** Kills a reader while it reads. */
  die(): Promise<unknown>;
  now(): Date;
  advance(ms: number): void;
  /** Context for counting replies, and the requests sent with it. */
  counting(): { context: ReadContext; requests: () => number };
  /** The site's own count of the replies, or null. */
  countReplies(root: string): Promise<number | null>;
  close(): Promise<unknown>;
}

const hourMs = 3_600_000;

/** Writes about every third reply to the thread's first post, the others to the latest reply. */
function replying(world: { write: (draft: { text: string; parent: string }) => string }) {
  let last: { root: string; reply: string } | null = null;
  return {
    reply(root: string, text: string): string {
      const parent = last?.root === root && text.length % 3 > 0 ? last.reply : root;
      last = { root, reply: world.write({ text, parent }) };
      return last.reply;
    },
    forget(fullname: string): void {
      if (last?.reply === fullname) last = null;
    },
  };
}

type Counting = Pick<ThreadStage, "counting" | "countReplies">;

function counting(site: Site, now: () => Date): Counting {
  const fetchItem = "fetchItem" in site ? site.fetchItem : undefined;
  return {
    counting() {
      let sent = 0;
      const counted = {
        ...site,
        ...(fetchItem !== undefined && {
          fetchItem: (...input: Parameters<typeof fetchItem>) => {
            sent += 1;
            return fetchItem(...input);
          },
        }),
      } as ReadContext["site"];
      const budget = new Budget({
        ...{ clientId: site.id, allShare: 1, window: site.window, clock: now },
        sleep: async () => {},
      });
      const context = { clock: now, faults: [], site: counted, budget, deadline: new Date(8.64e15) };
      return { context, requests: () => sent };
    },
    async countReplies(root) {
      if (site.countsReplies !== true || fetchItem === undefined) return null;
      return (await fetchItem(root)).item?.replies ?? null;
    },
  };
}

async function onStand(start: () => Promise<Stand>): Promise<ThreadStage> {
  const stand = await start();
  const [place] = stand.places;
  stand.write(place, "post", "Hello");
  stand.write(place, "comment", "Hello");
  return {
    places: placesOn(stand.site.id, stand.places),
    post: (words) => stand.write(place, "post", words),
    reply: (root, words) => stand.reply!(place, root, words),
    edit: (fullname, words) => stand.editReply!(fullname, words),
    end: (fullname) => Object.values(stand.endings)[0]!(fullname),
    read: async () => (await stand.pollOnce()).requests,
    die: () => stand.pollDying(1),
    ...{ now: stand.now, advance: stand.advance, close: stand.close },
    ...counting(stand.site, stand.now),
  };
}

async function onBluesky(): Promise<ThreadStage> {
  const stage = await startStream();
  const { world, site } = stage;
  return {
    places: placesOn(site.id, ["all"]),
    post: (text) => world.write({ text }),
    reply: replying(world).reply,
    edit: (fullname, words) => world.edit(fullname, words),
    end: (fullname) => world.delete(fullname),
    async read() {
      await stage.listenOnce();
      return 0;
    },
    die: () => Promise.allSettled([stage.listenOnce(dyingStream(site, 1))]),
    ...{ now: stage.clock, advance: stage.advance, close: stage.close },
    ...counting(site, stage.clock),
  };
}

/** A stream without memory: a reader dies when it has stored everything, because later replies are gaps. */
async function onFediverse(): Promise<ThreadStage> {
  const stage = await startLive();
  const { world } = stage;
  const replies = replying(world);
  const site = stage.connect();
  stage.advance(hourMs);
  let reader: Awaited<ReturnType<typeof stage.stay>> | null = null;
  let readAtMs = 0;
  const start = async () => {
    reader = await stage.stay();
    await stage.connected();
  };
  const kill = async () => {
    await reader?.kill();
    stage.fediverse.end();
    await stage.disconnected();
  };
  const read = async () => {
    const nowMs = world.clock.nowMs();
    // A reader reconnects after a long silence, and posts in between would be lost.
    if (nowMs - readAtMs > hourMs) {
      await kill();
      await start();
    }
    readAtMs = nowMs;
    // Events arrive in order: when this one has matched, all before it were read.
    const sentinel = world.write({ text: "tidewater, the end" });
    await until(async () => {
      const { rowCount } = await pool().query(`SELECT FROM "Notification" WHERE "fullname" = $1`, [sentinel]);
      return rowCount !== 0;
    });
    return 0;
  };
  return {
    places: placesOn(site.id, ["all"]),
    post: (text) => world.write({ text }),
    reply: replies.reply,
    edit: (fullname, words) => world.edit(fullname, words),
    end: (fullname) => {
      world.delete(fullname);
      // Posts that were deleted before anyone saw them have no replies.
      replies.forget(fullname);
    },
    read,
    async die() {
      await read();
      await kill();
      stage.advance(1_000);
      await start();
    },
    ...{ now: stage.clock, advance: stage.advance },
    async close() {
      await reader?.end();
      await stage.close();
    },
    ...counting(site, stage.clock),
  };
}

const withThreads = Object.entries(stands).filter(([id]) => getSite(id).getThreadPlace !== undefined);

/** All sites with threads, by id. */
export const threadStages: Readonly<Record<string, () => Promise<ThreadStage>>> = {
  ...Object.fromEntries(withThreads.map(([id, start]) => [id, () => onStand(start)])),
  bluesky: onBluesky,
  fediverse: onFediverse,
};
