import { getContent, type Entry } from "./entry";
import { escapeHtml } from "./inline";
import type { Fault } from "./write-input";
import { shortened, type WriteView } from "./write-state";

export function postForm(view: WriteView): string {
  const { typed } = view;
  const options = view.names.map((name) => `<option value="${escapeHtml(name)}">`).join("");
  return `<form class="card sheet" method="post" action="${target(view)}" aria-labelledby="post" novalidate>
<h2 id="post">A post</h2>
<input type="hidden" name="kind" value="post">
${field(view, "subreddit", "Subreddit", "Choose one or type a new name.", (extra) => `<input id="subreddit" name="subreddit" list="names" value="${escapeHtml(typed.subreddit ?? view.filter)}" placeholder="smallbusiness" autocomplete="off" autocapitalize="none" spellcheck="false" required${extra}><datalist id="names">${options}</datalist>`)}
${field(view, "title", "Title", "", (extra) => `<input id="title" name="title" value="${escapeHtml(typed.title ?? "")}" placeholder="Which invoice software do you use?" autocomplete="off" required${extra}>`)}
${field(view, "text", "Text", "Optional. Markdown, as on Reddit.", (extra) => `<textarea id="text" name="text" rows="5"${extra}>\n${escapeHtml(typed.text ?? "")}</textarea>`)}
${field(view, "url", "Link", "Optional. Makes it a link post.", (extra) => `<input id="url" name="url" type="url" value="${escapeHtml(typed.url ?? "")}" placeholder="https://" autocomplete="off"${extra}>`)}
<div class="row"><label class="check"><input type="checkbox" name="over18"${typed.over18 === "on" ? " checked" : ""}> For adults (NSFW)</label><button class="primary">Post</button></div>
</form>`;
}

export function commentForm(view: WriteView): string {
  const { on, posts, typed } = view;
  const chosen = on?.kind === "post" ? on : undefined;
  const offered = chosen === undefined || posts.includes(chosen) ? posts : [chosen, ...posts];
  const options = offered.map((post) => option(post, post.fullname === (chosen?.fullname ?? typed.on)));
  return `<form class="card sheet" method="post" action="${target(view)}" aria-labelledby="comment" novalidate>
<h2 id="comment">New comment</h2>
<input type="hidden" name="kind" value="comment">
${field(view, "on", "Under the post", view.filter === "" ? "Latest posts of all subreddits." : `Latest posts of r/${escapeHtml(view.filter)}.`, (extra) => `<select id="on" name="on"${extra}>${options.join("")}</select>`)}
${field(view, "body", "Comment", "Markdown, as on Reddit.", (extra) => `<textarea id="body" name="body" rows="7" placeholder="We had the same trouble with late payments…" required${extra}>\n${escapeHtml(typed.body ?? "")}</textarea>`)}
<div class="row"><button class="primary">Comment</button></div>
</form>`;
}

function target({ path, filter, isUnknown }: WriteView): string {
  return escapeHtml(filter === "" || isUnknown ? path : `${path}?r=${encodeURIComponent(filter)}`);
}

function option(post: Entry, isChosen: boolean): string {
  const label = `r/${post.subreddit.name}: ${shortened(getContent(post).title, 70)}`;
  return `<option value="${escapeHtml(post.fullname)}"${isChosen ? " selected" : ""}>${escapeHtml(label)}</option>`;
}

/** A form field: label, control, and hint or error, linked for screen readers. */
function field(
  { faults }: WriteView,
  name: Fault["field"],
  label: string,
  hint: string,
  control: (attributes: string) => string,
): string {
  const fault = faults.find((one) => one.field === name);
  const about = fault === undefined ? hint : escapeHtml(fault.message);
  const tie =
    about === ""
      ? ""
      : ` aria-describedby="${name}-about"${fault === undefined ? "" : ' aria-invalid="true"'}`;
  const words =
    about === ""
      ? ""
      : `<p id="${name}-about" class="about${fault === undefined ? "" : " wrong"}">${about}</p>`;
  return `<div class="field"><label for="${name}">${label}</label>${control(tie)}${words}</div>`;
}
