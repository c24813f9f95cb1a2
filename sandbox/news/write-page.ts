import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import type { Article, NewsWorld } from "./world";
import { newestSection, writeDocument, writeResponse } from "../write-page";

/** Path of the page in the browser. */
const address = "/news/write";
const maxShown = 25;

/**
 * The page to publish articles in the simulated news: GET, and POST to the same path. Success redirects to
 * ?done=URL with 303; invalid input returns 422 with the submitted values.
 */
export function handleNewsPage(world: NewsWorld, parsed: ParsedRequest): Response {
  const path = parsed.path.replace(/\/+$/, "");
  if (path === "") return seeOther(address);
  if (path !== "/write") return writeResponse(render(world, {}, null), 404);
  if (parsed.method !== "POST") return writeResponse(render(world, {}, parsed.query.get("done")));
  const typed = getFields(parsed);
  const title = (typed.title ?? "").trim();
  if (title === "") return writeResponse(render(world, typed, null, "An article needs a headline."), 422);
  const outlets = Math.min(50, Math.max(1, Number(typed.outlets) || 1));
  const desc = (typed.desc ?? "").trim();
  const [url] =
    outlets > 1
      ? world.writeStory(title, outlets)
      : [world.write({ title, desc, domain: (typed.domain ?? "").trim() || undefined, author: "You" })];
  return seeOther(`${address}?done=${encodeURIComponent(url!)}`);
}

function render(
  world: NewsWorld,
  typed: Readonly<Record<string, string>>,
  done: string | null,
  fault?: string,
): string {
  const newest = world.articles().slice(-maxShown).reverse();
  const typedValue = (name: string) => escapeHtml(typed[name] ?? "");
  const result =
    done === null
      ? null
      : {
          what: "Your article is listed.",
          next: "The next file contains it, within about two minutes. If a watch covers News and the article contains the keyword",
        };
  return writeDocument(
    {
      heading: "Publish in the sandbox&#39;s news",
      text: "Articles are generated here automatically, and you can add your own. Nothing leaves this machine.",
      fault: fault === undefined ? undefined : { field: "title", message: fault },
      refusal: "Not published yet",
      done: result,
    },
    `<form class="card sheet" method="post" action="${address}" aria-labelledby="article-form" novalidate>
<h2 id="article-form">New article</h2>
<div class="field"><label for="title">Headline</label><input id="title" name="title" value="${typedValue("title")}" autocomplete="off" required></div>
<div class="field"><label for="desc">Description</label><textarea id="desc" name="desc" rows="3">${typedValue("desc")}</textarea></div>
<div class="field"><label for="domain">Publisher</label><input id="domain" name="domain" value="${typedValue("domain")}" placeholder="harbour-herald.example" autocomplete="off"></div>
<div class="field"><label for="outlets">Number of outlets with this headline</label><input id="outlets" name="outlets" type="number" min="1" max="50" value="${typedValue("outlets") || "1"}"></div>
<div class="row"><button class="primary">Publish</button></div>
</form>
${newestSection(newest.map(row))}`,
  );
}

function row({ domain, title, url, file }: Article): string {
  const state = file === null ? "listed" : "in a file";
  return `<li><p class="origin"><span>${escapeHtml(domain)}</span><span>${state}</span><span>${escapeHtml(url)}</span></p>
<p class="words">${escapeHtml(title)}</p></li>`;
}
