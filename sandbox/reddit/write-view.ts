import { mailboxStyle, mark } from "../resend/mailbox-look";
import { getContent, type Entry } from "./entry";
import { escapeHtml } from "./inline";
import { commentHtml } from "./markdown";
import { getSharePath } from "./share";
import { commentForm, postForm } from "./write-forms";
import { writeStyle } from "./write-look";
import { shortened, type WriteView } from "./write-state";

export function writeDocument(view: WriteView): string {
  const { filter } = view;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.faults.length > 0 ? "Not posted yet · " : ""}Write on the sandbox's Reddit</title>
<style>${mailboxStyle}${writeStyle}</style>
</head>
<body>
<main class="page">
<header class="brand">${mark}<div><h1>Write on the sandbox&#39;s Reddit</h1>
<p>Your own Reddit. Posts are generated here automatically, and you can add your own. Nothing leaves this machine.</p></div></header>
${doneNote(view)}${faultNote(view)}
<div class="desk">
${postForm(view)}
${commentForm(view)}
</div>
<section aria-labelledby="newest">
<div class="bar heading"><h2 id="newest">Newest in ${filter === "" ? "all subreddits" : `r/${escapeHtml(filter)}`}</h2>
<form class="filter" action="${escapeHtml(view.path)}"><label class="hidden" for="r">Show one subreddit</label>
<input id="r" name="r" list="names" value="${escapeHtml(filter)}" placeholder="All subreddits" autocomplete="off"><button>Show</button>${
    filter === "" ? "" : `<a class="button" href="${escapeHtml(view.path)}">Show all</a>`
  }</form></div>
${list(view)}
</section>
</main>
</body>
</html>`;
}

function doneNote({ done }: WriteView): string {
  if (done === undefined) return "";
  const where = `r/${escapeHtml(done.subreddit.name)}`;
  const what = done.kind === "post" ? "Your post" : "Your comment";
  const next =
    done.subreddit.health === "ok"
      ? `Earshot reads it within a few seconds. If it contains the keyword of a watch on ${where}, you get a notification and an email in the <a href="/mailbox">mailbox</a>.`
      : `Earshot can't read it, though: ${where} is ${done.subreddit.health}.`;
  const share = `Share link: <code>https://www.reddit.com${escapeHtml(getSharePath(done))}</code>`;
  return `<div class="note ok" role="status"><strong>${what} is published in ${where}.</strong> ${next} ${share}</div>`;
}

function faultNote({ faults }: WriteView): string {
  if (faults.length === 0) return "";
  const items = faults.map(({ field, message }) => `<li><a href="#${field}">${escapeHtml(message)}</a></li>`);
  return `<div class="note bad" role="alert"><strong>Not posted yet.</strong><ul>${items.join("")}</ul></div>`;
}

function list(view: WriteView): string {
  if (view.isUnknown) {
    return `<div class="card empty"><h2>r/${escapeHtml(view.filter)} doesn't exist yet</h2><p>Write the first post to create it.</p></div>`;
  }
  if (view.entries.length === 0) {
    return '<div class="card empty"><h2>Nothing here yet</h2><p>Reload the page in a moment, or write something yourself.</p></div>';
  }
  return `<div class="card"><ul class="entries">${view.entries.map((entry) => row(view, entry)).join("\n")}</ul></div>`;
}

function row({ path, nowMs, done }: WriteView, entry: Entry): string {
  const content = getContent(entry);
  const name = entry.subreddit.name;
  const post = entry.kind === "post" ? entry.fullname : content.parent?.fullname;
  const response = new URLSearchParams({ r: name, on: post ?? "" }).toString();
  const head =
    entry.kind === "post"
      ? `<strong>${escapeHtml(content.title)}</strong>`
      : `<span class="under">on “${escapeHtml(shortened(content.parent?.title ?? "an older post", 80))}”</span>`;
  const text = plainHtml(shortened(content.text, 260)) || escapeHtml(content.url ?? "");
  return `<li${entry.fullname === done?.fullname ? ' class="fresh"' : ""}><p class="origin"><a href="${escapeHtml(path)}?r=${name}">r/${escapeHtml(name)}</a>
<span>${entry.kind}</span><span>${content.author === null ? "[deleted]" : `u/${escapeHtml(content.author)}`}</span>${agoElement(entry.listedAtMs, nowMs)}
<a class="answer" href="${escapeHtml(`${path}?${response}#comment`)}">Reply<span class="hidden"> in r/${escapeHtml(name)}</span></a></p>
<p class="words">${head}</p>${text === "" ? "" : `<p class="words text">${text}</p>`}</li>`;
}

function plainHtml(markdown: string): string {
  return commentHtml(markdown)
    .replace(/<[^>]*>|&#x200B;/gi, " ")
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,;:!?)])/g, "")
    .trim();
}

function agoElement(atMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - atMs) / 1000));
  const words =
    seconds < 60
      ? `${seconds} s ago`
      : seconds < 3600
        ? `${Math.floor(seconds / 60)} min ago`
        : `${Math.floor(seconds / 3600)} h ago`;
  return `<time datetime="${new Date(atMs).toISOString()}">${words}</time>`;
}
