/*
 * The sandbox's control API for tests, with JSON requests and responses under /control. PostDraft and
 * CommentDraft are defined in reddit/drafts.ts, FailureRule in failures.ts.
 *
 * POST /control/reset                              resets everything
 * GET  /control/clock                              { now, mode }
 * POST /control/clock      { advanceMs } | { setTo } | { mode }      moves the clock and generates due items
 * POST /control/stream     { paused }
 * POST /control/post       PostDraft               { fullname }; with heldSince: approved only now
 * POST /control/comment    CommentDraft            { fullname }; with heldSince: approved only now
 * POST /control/burst      { subreddit, kind, count, keyword?, overSeconds? }      { fullnames }
 * POST /control/items      { fullname, become: removed | deleted | gone | held | approved }
 * POST /control/subreddit  { name, health }
 * GET  /control/posted?after=&until=&keyword=&subreddit=&kind=      { count, items }, items up to `limit` (10,000)
 * POST /control/failures   FailureRule             { id };  GET: { rules, hits };  DELETE ?id=: all, or one
 * POST /control/reddit     { expireTokens?, expiresInSeconds?, tokenRefusal?, privateMember?, ratePerWindow?,
 *                            rateRefusal?, rateHeaders? }
 * POST /control/hackernews { write: { title | text and parent, url?, options?, nullReads?, delayedSeconds? } }
 *                            | { id, become: deleted | dead } | { id, title?, text? } | { id, nullReads } | { frozen }      { id?, tip }
 * GET  /control/requests                           { reddit: [{ path, query, status }], mails: number of accepted emails }
 * POST /control/resend     ResendFailures in resend/resend.ts: merged into the failures     the current failures
 * POST /control/bounce     { emailId, kind: bounced | complained }      after the first webhook attempt
 * Sent emails: GET /mailbox.json?to=
 * Other services: controls.ts in bluesky, discourse, fediverse, feeds, github, lemmy, lobsters, news, push,
 * receivers, stackexchange, stripe and telegram.
 */
import { failureModes, type FailureRule } from "./failures";
import type { Draft } from "./hackernews/world";
import { type ParsedRequest, json } from "./http";
import type { CommentDraft, PostDraft } from "./reddit/drafts";
import { type Health, healths } from "./reddit/subreddits";
import { serviceControls } from "./service-controls";
import type { StandIns } from "./stand-ins";
import { WrongAct } from "./stripe/acts";
import { Refusal } from "./stripe/refusal";

type Fields = Record<string, unknown>;
type Control = (sandbox: StandIns, fields: Fields, query: URLSearchParams) => object | Promise<object>;

export class InvalidControl extends Error {}

const controls: Record<string, Control> = {
  ...serviceControls,
  "POST /reset": (sandbox) => {
    sandbox.reset();
    return {};
  },
  "GET /clock": clockNow,
  "POST /clock": moveClock,
  "POST /stream": ({ world }, { paused }) => {
    if (paused === true) world.pauseStream();
    else world.resumeStream();
    return {};
  },
  "POST /post": (sandbox, fields) => write(sandbox, fields, fields as unknown as PostDraft, "title"),
  "POST /comment": (sandbox, fields) => write(sandbox, fields, fields as unknown as CommentDraft, "body"),
  "POST /burst": ({ world }, fields) => {
    const how = { keyword: textIn(fields, "keyword"), overSeconds: numberIn(fields, "overSeconds") };
    const kind = oneOf(fields, "kind", ["post", "comment"] as const);
    return {
      fullnames: world.burst(required(fields, "subreddit"), kind, numberIn(fields, "count") ?? 1, how),
    };
  },
  "POST /items": become,
  "POST /subreddit": ({ world }, fields) => {
    world.setHealth(required(fields, "name"), oneOf<Health>(fields, "health", healths));
    return {};
  },
  "GET /posted": posted,
  "POST /failures": ({ failures }, fields) => {
    oneOf(fields, "mode", failureModes);
    return { id: failures.set(fields as unknown as FailureRule) };
  },
  "GET /failures": ({ failures }) => ({ rules: failures.rules, hits: failures.hits }),
  "DELETE /failures": ({ failures }, _, query) => {
    failures.clear(query.has("id") ? Number(query.get("id")) : undefined);
    return {};
  },
  "POST /reddit": setReddit,
  "POST /hackernews": setHackerNews,
  "POST /resend": ({ resend }, fields) => Object.assign(resend.failures, fields),
  "POST /bounce": async ({ resend }, fields) => {
    await resend.bounce(
      required(fields, "emailId"),
      oneOf(fields, "kind", ["bounced", "complained"] as const),
    );
    return {};
  },
  "GET /requests": ({ reddit, resend }) => ({ reddit: reddit.requested, mails: resend.accepted }),
};

export async function handleControl(sandbox: StandIns, request: ParsedRequest): Promise<Response> {
  const control = controls[`${request.method} ${request.path}`];
  if (control === undefined)
    return json(404, { message: `no control ${request.method} /control${request.path}` });
  // Invalid control requests return a message instead of a stack.
  try {
    const fields: unknown = request.body === "" ? {} : JSON.parse(request.body);
    return json(
      200,
      await control(
        sandbox,
        typeof fields === "object" && fields !== null ? { ...fields } : {},
        request.query,
      ),
    );
  } catch (error) {
    const isWrong = [InvalidControl, WrongAct, Refusal, RangeError, SyntaxError].some(
      (kind) => error instanceof kind,
    );
    if (isWrong) return json(400, { message: (error as Error).message });
    throw error;
  }
}

function clockNow({ clock }: StandIns): object {
  return { now: clock.now().toISOString(), mode: clock.mode };
}

function moveClock(sandbox: StandIns, fields: Fields): object {
  const { clock, world, stripe } = sandbox;
  if (fields.mode !== undefined) clock.switchTo(oneOf(fields, "mode", ["real", "manual"] as const));
  const advanceMs = numberIn(fields, "advanceMs");
  if (advanceMs !== undefined && advanceMs < 0) clock.advance(advanceMs);
  if (advanceMs !== undefined && advanceMs > 0) world.advance(advanceMs);
  const setTo = textIn(fields, "setTo");
  if (setTo !== undefined) clock.set(Date.parse(setTo));
  world.catchUp();
  stripe.catchUp();
  return clockNow(sandbox);
}

function write(
  sandbox: StandIns,
  fields: Fields,
  draft: PostDraft | CommentDraft,
  text: "title" | "body",
): object {
  required(fields, "subreddit");
  required(fields, text);
  const pausedSince = textIn(fields, "heldSince");
  const { world } = sandbox;
  if (pausedSince !== undefined) return { fullname: world.approveLate({ ...draft, createdAt: pausedSince }) };
  return { fullname: "body" in draft ? world.comment(draft) : world.post(draft) };
}

function become({ world }: StandIns, fields: Fields): object {
  const fullname = required(fields, "fullname");
  switch (oneOf(fields, "become", ["removed", "deleted", "gone", "held", "approved"] as const)) {
    case "removed":
      world.remove(fullname);
      break;
    case "deleted":
      world.delete(fullname);
      break;
    case "gone":
      world.vanish(fullname);
      break;
    case "held":
      world.hold(fullname);
      break;
    case "approved":
      world.approve(fullname);
      break;
  }
  return {};
}

function posted({ world }: StandIns, _: Fields, query: URLSearchParams): object {
  const moment = (name: string) => (query.has(name) ? new Date(query.get(name) ?? "") : undefined);
  const wanted = (name: string, value: string | null) =>
    !query.has(name) || query.get(name)?.toLowerCase() === value?.toLowerCase();
  const limit = Number(query.get("limit") ?? 10_000);
  const items: object[] = [];
  let count = 0;
  for (const item of world.posted(moment("after"), moment("until"))) {
    if (
      !wanted("keyword", item.keyword) ||
      !wanted("subreddit", item.subreddit) ||
      !wanted("kind", item.kind)
    )
      continue;
    count += 1;
    if (items.length < limit) items.push(item);
  }
  return { count, items };
}

function setReddit({ reddit }: StandIns, fields: Fields): object {
  const { oauth, rate, habits } = reddit;
  if (fields.expireTokens === true) oauth.expireAll();
  oauth.expiresInSeconds = numberIn(fields, "expiresInSeconds") ?? oauth.expiresInSeconds;
  rate.settings.perWindow = numberIn(fields, "ratePerWindow") ?? rate.settings.perWindow;
  if (typeof fields.rateHeaders === "boolean") rate.settings.headers = fields.rateHeaders;
  if ("tokenRefusal" in fields)
    oauth.refusal = oneOf(fields, "tokenRefusal", ["json", "html", "empty"] as const);
  if ("privateMember" in fields)
    habits.privateMember = oneOf(fields, "privateMember", ["skipped", "refuses"] as const);
  if ("rateRefusal" in fields)
    rate.settings.refusal = oneOf(fields, "rateRefusal", ["json", "html"] as const);
  return { expiresInSeconds: oauth.expiresInSeconds, ...habits, rate: rate.settings };
}

function setHackerNews({ hackerNews: { world } }: StandIns, fields: Fields): object {
  if (typeof fields.frozen === "boolean") world.freeze(fields.frozen);
  if (typeof fields.write === "object" && fields.write !== null)
    return { id: world.write(fields.write as Draft), tip: world.tip() };
  const id = numberIn(fields, "id");
  if (id === undefined) return { tip: world.tip() };
  if (fields.become !== undefined) world.end(id, oneOf(fields, "become", ["deleted", "dead"] as const));
  const nullReads = numberIn(fields, "nullReads");
  if (nullReads !== undefined) world.hide(id, nullReads);
  const [title, text] = [textIn(fields, "title"), textIn(fields, "text")];
  world.edit(id, { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { text }) });
  return { id, tip: world.tip() };
}

function required(fields: Fields, name: string): string {
  const value = textIn(fields, name);
  if (value === undefined || value === "") throw new InvalidControl(`'${name}' is missing`);
  return value;
}

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

function numberIn(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function oneOf<T extends string>(fields: Fields, name: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === fields[name]);
  if (found === undefined) throw new InvalidControl(`'${name}' must be one of ${allowed.join(", ")}`);
  return found;
}
