import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import { siteTitles, type StackExchangeWorld, type StackPost } from "./world";
import {
  generatedText,
  newestSection,
  option,
  writeDocument,
  writeResponse,
  type Sheet,
} from "../write-page";

/** Path of the page in the browser. */
const address = "/stackexchange/write";
const shownPosts = 25;

/**
 * /write has forms to write and delete posts: GET, and POST to the same path. Success redirects to ?done=ID with
 * 303; invalid input returns 422 with the submitted values.
 */
export function handleStackExchangePage(world: StackExchangeWorld, parsed: ParsedRequest): Response {
  const path = parsed.path.replace(/\/+$/, "");
  if (path === "") return seeOther(address);
  if (path !== "/write") return writeResponse(render(world, parsed.query, { typed: {} }), 404);
  return parsed.method === "POST"
    ? write(world, parsed)
    : writeResponse(render(world, parsed.query, { typed: {} }));
}

function write(world: StackExchangeWorld, parsed: ParsedRequest): Response {
  const typed = getFields(parsed);
  const [site = "", postKind, id = ""] = (typed.post ?? "").split(" ");
  if (typed.end === "deleted") {
    const kind = postKind === "comment" ? "comment" : "post";
    if (world.find(site, kind, Number(id)) !== undefined) world.end(site, kind, Number(id));
    return seeOther(address);
  }
  const words = (name: string) => (typed[name] ?? "").replace(/\r\n?/g, "\n").trim();
  const fault = getFault(world, typed, words);
  if (fault !== undefined) return writeResponse(render(world, parsed.query, { typed, fault }), 422);
  const tags = words("tags")
    .split(/[\s,]+/)
    .filter((tag) => tag !== "");
  const done =
    typed.kind === "question"
      ? world.write({
          site: typed.site,
          title: words("title"),
          text: words("opening"),
          by: "you",
          ...(tags.length > 0 && { tags }),
        })
      : world.write({
          site,
          text: words("text"),
          by: "you",
          ...(typed.kind === "answer" ? { question: Number(id) } : { post: Number(id) }),
        });
  return seeOther(`${address}?done=${done}`);
}

function getFault(
  world: StackExchangeWorld,
  typed: Sheet["typed"],
  words: (name: string) => string,
): Sheet["fault"] {
  if (typed.kind === "question") {
    if (words("title") === "") return { field: "title", message: "A question needs a title." };
    return words("opening") === "" ? { field: "opening", message: "A question needs some text." } : undefined;
  }
  const [site = "", , id = ""] = (typed.post ?? "").split(" ");
  if (world.find(site, "post", Number(id)) === undefined)
    return { field: "post", message: "This question no longer exists. Choose another one." };
  return words("text") === "" ? { field: "text", message: "It needs some text." } : undefined;
}

function render(world: StackExchangeWorld, query: URLSearchParams, { typed, fault }: Sheet): string {
  world.catchUp();
  const newest = world.posts.slice(-shownPosts).reverse();
  const questions = Object.keys(siteTitles).flatMap((site) =>
    world.shown(site, "question").slice(-shownPosts).reverse(),
  );
  const written = world.posts.find(({ id }) => id === Number(query.get("done")));
  const value = (name: string) => escapeHtml(typed[name] ?? "");
  const done =
    written === undefined
      ? null
      : {
          what: `Your ${written.kind} is published as ${written.id}.`,
          next: "If a watch covers its site, Earshot reads it within minutes with a key, and within an hour without one. If it contains the keyword",
        };
  const sites = Object.entries(siteTitles).map(
    ([name, { title }]) => `<option value="${name}">${escapeHtml(title)}</option>`,
  );
  return writeDocument(
    {
      heading: "Write on the sandbox&#39;s Stack Exchange",
      text: generatedText,
      fault,
      done,
    },
    `<div class="desk">
<form class="card sheet" method="post" action="${address}" aria-labelledby="question-form" novalidate>
<h2 id="question-form">New question</h2><input type="hidden" name="kind" value="question">
<div class="field"><label for="site">Site</label><select id="site" name="site">${sites.join("")}</select></div>
<div class="field"><label for="title">Title</label><input id="title" name="title" value="${value("title")}" autocomplete="off" required></div>
<div class="field"><label for="tags">Tags</label><input id="tags" name="tags" value="${value("tags")}" autocomplete="off" placeholder="rust"></div>
<div class="field"><label for="opening">Text</label><textarea id="opening" name="opening" rows="4" required>${value("opening")}</textarea></div>
<div class="row"><button class="primary">Ask</button></div>
</form>
<form class="card sheet" method="post" action="${address}" aria-labelledby="reply-form" novalidate>
<h2 id="reply-form">Answer or comment</h2>
<div class="field"><label for="post">On the question</label><select id="post" name="post">${questions.map((post) => option(getKey(post), `${post.title.slice(0, 60)} [${post.tags.join(", ")}]`, typed.post)).join("")}</select></div>
<div class="field"><label for="text">Text</label><textarea id="text" name="text" rows="4" required>${value("text")}</textarea></div>
<div class="row"><button class="primary" name="kind" value="answer">Answer</button><button name="kind" value="comment">Comment</button></div>
</form>
</div>
${newestSection(newest.map(row))}`,
  );
}

function getKey({ site, kind, id }: StackPost): string {
  return `${site} ${kind} ${id}`;
}

function row(post: StackPost): string {
  const { id, site, kind, by, isDeleted, title, text } = post;
  const end = isDeleted
    ? ""
    : `<form method="post" action="${address}" class="row"><input type="hidden" name="post" value="${getKey(post)}"><button name="end" value="deleted">Delete<span class="hidden"> ${id}</span></button></form>`;
  return `<li><p class="origin"><span>${id}</span><span>${site}</span><span>${kind}</span><span>${escapeHtml(by ?? "user123")}</span><span>${isDeleted ? "deleted" : "live"}</span></p>
<p class="words">${escapeHtml(kind === "question" ? title : text)}</p>${end}</li>`;
}
