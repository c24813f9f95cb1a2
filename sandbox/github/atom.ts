import { escapeHtml } from "../reddit/inline";
import { toIso } from "./rows";
import type { Repository } from "./shapes";

const maxEntries = 25;

interface Entry {
  path: string;
  title: string;
  text: string;
  by: string;
  atMs: number;
  changedMs: number;
}

/** Atom feed of a repository's releases or latest discussions. */
export function toAtom(repository: Repository, list: string, nowMs: number): Response {
  const { name, threads, releases } = repository;
  const entries: Entry[] =
    list === "releases"
      ? releases
          .filter(({ state }) => state !== "deleted")
          .map((one) => ({ ...one, path: `releases/tag/${one.tag}`, changedMs: one.atMs }))
      : threads
          .filter(({ is, state, shownMs }) => is === "discussion" && state === "live" && shownMs <= nowMs)
          .map((one) => ({
            ...one,
            path: `discussions/${one.number}`,
            text: one.text ?? "",
            by: one.by ?? "ghost",
          }));
  const newest = entries.toSorted((a, b) => b.atMs - a.atMs).slice(0, maxEntries);
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US"><id>tag:github.com,2008:/${name}/${list}</id><title>${list}</title>
${newest.map((entry) => getEntry(name, entry)).join("\n")}</feed>`;
  return new Response(body, { headers: { "content-type": "application/atom+xml; charset=utf-8" } });
}

function getEntry(name: string, { path, title, text, by, atMs, changedMs }: Entry): string {
  const paragraphs = text
    .replace(/<!--[\s\S]*?-->/g, "")
    .split(/\n\s*\n/)
    .map((one) => `<p>${escapeHtml(one)}</p>`);
  return `<entry><id>tag:github.com,2008:${path}</id><link type="text/html" rel="alternate" href="https://github.com/${name}/${path}"/>
<title>${escapeHtml(title)}</title><published>${toIso(atMs)}</published><updated>${toIso(changedMs)}</updated>
<author><name>${escapeHtml(by)}</name></author><content type="html">${escapeHtml(paragraphs.join(""))}</content></entry>`;
}
