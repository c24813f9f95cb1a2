import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import { writeStyle } from "../reddit/write-look";
import { mailboxStyle, mark } from "../resend/mailbox-look";
import type { DiscourseWorld, Forum, ForumPost } from "./world";
import { writeResponse } from "../write-page";

/** Path of the page in the browser. */
const address = "/discourse/write";
const shownPosts = 25;

/** The submitted form and its error. */
interface Sheet {
  typed: Readonly<Record<string, string>>;
  fault?: { field: "title" | "opening" | "text" | "topic"; message: string };
}

/** The forums and their addresses (host and folder). */
export interface Forums {
  world: DiscourseWorld;
  getAddress(forum: string): string;
}

/**
 * /write has forms to write posts in a forum and delete them: GET, and POST to the same path with
 * ?forum=NAME. Success redirects to &done=NUMBER with 303; invalid input returns 422 with the submitted
 * values.
 */
export function handleDiscoursePage(forums: Forums, request: ParsedRequest): Response {
  const path = request.path.replace(/\/+$/, "");
  if (path === "") return seeOther(address);
  const all = forums.world.all();
  const forum = all.find(({ name }) => name === request.query.get("forum")) ?? all[0]!;
  const shown = (sheet: Sheet, status?: number) =>
    writeResponse(render(forums, forum, request.query, sheet), status);
  if (path !== "/write") return shown({ typed: {} }, 404);
  if (request.method !== "POST") return shown({ typed: {} });
  const typed = getFields(request);
  if (typed.end === "deleted" || typed.end === "private") {
    if (forums.world.find(forum.name, Number(typed.number)) !== undefined)
      forums.world.end(forum.name, Number(typed.number), typed.end);
    return seeOther(getAddress(forum));
  }
  const fault = getFault(forum, typed);
  if (fault !== undefined) return shown({ typed, fault }, 422);
  const text = (name: string) => (typed[name] ?? "").replace(/\r\n?/g, "\n").trim();
  const draft =
    typed.kind === "reply"
      ? { topic: Number(typed.topic), text: text("text") }
      : { title: text("title"), text: text("opening") };
  const number = forums.world.write(forum.name, { ...draft, by: "you" });
  return seeOther(`${getAddress(forum)}&done=${number}`);
}

function getAddress({ name }: Forum): string {
  return `${address}?forum=${name}`;
}

function getFault({ topics }: Forum, typed: Sheet["typed"]): Sheet["fault"] {
  const isEmpty = (name: string) => (typed[name] ?? "").trim() === "";
  if (typed.kind !== "reply") {
    if (isEmpty("title")) return { field: "title", message: "A topic needs a title." };
    return isEmpty("opening") ? { field: "opening", message: "A topic needs some text." } : undefined;
  }
  if (!topics.has(Number(typed.topic)))
    return { field: "topic", message: "This topic no longer exists. Choose another one." };
  return isEmpty("text") ? { field: "text", message: "A reply needs some text." } : undefined;
}

function noteOf(forum: Forum, query: URLSearchParams, { fault }: Sheet): string {
  if (fault !== undefined)
    return `<div class="note bad" role="alert"><strong>Not posted yet.</strong><ul><li><a href="#${fault.field}">${escapeHtml(fault.message)}</a></li></ul></div>`;
  const done = forum.posts.find(({ number }) => number === Number(query.get("done")));
  return done === undefined
    ? ""
    : `<div class="note ok" role="status"><strong>Your post is published as number ${done.number}.</strong> If a watch covers this forum, Earshot reads it within about two minutes. If it contains the keyword, you get a notification and an email in the <a href="/mailbox">mailbox</a>.</div>`;
}

function render(
  { world, getAddress: homeOf }: Forums,
  forum: Forum,
  query: URLSearchParams,
  sheet: Sheet,
): string {
  const { typed, fault } = sheet;
  const newest = [...world.shown(forum.name)].slice(0, shownPosts);
  const topics = world.shown(forum.name).filter(({ inTopic }) => inTopic === 1);
  const value = (name: string) => escapeHtml(typed[name] ?? "");
  const links = world
    .all()
    .map(
      (one) =>
        `<a href="${getAddress(one)}"${one === forum ? ' aria-current="page"' : ""}>${escapeHtml(one.title)}</a>`,
    );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fault === undefined ? "" : "Not posted yet · "}Write in the sandbox's forums</title>
<style>${mailboxStyle}${writeStyle}</style>
</head>
<body>
<main class="page">
<header class="brand">${mark}<div><h1>Write in ${escapeHtml(forum.title)}</h1>
<p>Add it to a watch by its URL, <code>${escapeHtml(homeOf(forum.name))}</code>. Posts are generated here automatically, and you can add your own. Nothing leaves this machine.</p></div></header>
<nav aria-label="Forums"><p>${links.join(" · ")}</p></nav>
${noteOf(forum, query, sheet)}
<div class="desk">
<form class="card sheet" method="post" action="${getAddress(forum)}" aria-labelledby="new-topic" novalidate>
<h2 id="new-topic">New topic</h2><input type="hidden" name="kind" value="topic">
<div class="field"><label for="title">Title</label><input id="title" name="title" value="${value("title")}" autocomplete="off" required></div>
<div class="field"><label for="opening">Text</label><textarea id="opening" name="opening" rows="4" required>${value("opening")}</textarea></div>
<div class="row"><button class="primary">Create topic</button></div>
</form>
<form class="card sheet" method="post" action="${getAddress(forum)}" aria-labelledby="reply" novalidate>
<h2 id="reply">Reply</h2><input type="hidden" name="kind" value="reply">
<div class="field"><label for="topic">In the topic</label><select id="topic" name="topic">${topics.map((one) => option(one, typed.topic)).join("")}</select></div>
<div class="field"><label for="text">Reply</label><textarea id="text" name="text" rows="4" required>${value("text")}</textarea></div>
<div class="row"><button class="primary">Reply</button></div>
</form>
</div>
<section aria-labelledby="newest"><div class="bar heading"><h2 id="newest">Newest</h2></div>
<div class="card"><ul class="entries">${newest.map((post) => row(forum, post)).join("\n")}</ul></div></section>
</main>
</body>
</html>`;
}

function option({ topic, title }: ForumPost, chosen: string | undefined): string {
  const isChosen = String(topic) === chosen;
  return `<option value="${topic}"${isChosen ? " selected" : ""}>${escapeHtml(title.slice(0, 70))}</option>`;
}

function row(forum: Forum, { number, inTopic, by, title, text }: ForumPost): string {
  const end = (state: string, label: string) =>
    `<button name="end" value="${state}">${label}<span class="hidden"> ${number}</span></button>`;
  const words = inTopic === 1 ? `${title}: ${text}` : text;
  return `<li><p class="origin"><span>${number}</span><span>${inTopic === 1 ? "topic" : "reply"}</span><span>${escapeHtml(by)}</span></p>
<p class="words">${escapeHtml(words.replace(/\s+/g, " "))}</p><form method="post" action="${getAddress(forum)}" class="row"><input type="hidden" name="number" value="${number}">${end("deleted", "Delete")}${end("private", "Make private")}</form></li>`;
}
