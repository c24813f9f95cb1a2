import { escapeHtml } from "../reddit/inline";
import { commentHtml } from "../reddit/markdown";
import type { Entry } from "./world";

interface Row {
  comment: Entry;
  story: Entry;
}

/** The page of newest comments as anonymous visitors see it. */
export function commentsPage(rows: readonly Row[], page: number): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Newest Comments | Lobsters</title>
</head>
<body class="nocolor">
  <header id="nav"><a href="/">Lobsters</a> <a href="/comments">Comments</a></header>
  <div id="inside">
<ol class="comments comments1">
${rows.map(row).join("\n")}
</ol>
<div class="morelink">
${rows.length > 0 ? `<a href="/comments/page/${page + 1}">Page ${page + 1} &gt;&gt;</a>` : ""}
</div>
  </div>
</body>
</html>
`;
}

function row({ comment, story }: Row): string {
  const { shortId, by, text } = comment;
  const path = getAddress(story.shortId, story.title);
  return `<li><input id="comment_folder_${shortId}" class="comment_folder_button" type="checkbox">
<div id="c_${shortId}"
  data-shortid="${shortId}"
  class="comment
  ">
  <div class="voters"><a class="upvoter" href="/login"></a><div class="score">1</div></div>
  <div class="details">
    <div class="byline">
      <a name="c_${shortId}"></a>
      <label for="comment_folder_${shortId}" class="comment_folder comment_folder_inline force_inline"></label>
      <span class="">
        <a href="/~${by}"><img srcset="/avatars/${by}-16.png 1x" class="avatar" alt="${by} avatar" src="/avatars/${by}-16.png"></a>
        <a class="" href="/~${by}">${by}</a>
        ${isEdited(comment) ? "edited" : ""}
        ${when(comment, `${path}#c_${shortId}`)}
      </span>
      <span class="flagger flagger_stub"></span>
          | on:
          <a href="${path}">${escapeHtml(story.title)}</a>
      <span class="reason"></span>
    </div>
    <div role="heading" aria-level="3" class="comment_text">
      ${toHtml(text)}
    </div>
  </div>
</div>
<ol class="comments"></ol>
</li>`;
}

/** Comments edited within a minute don't count as edited. */
function isEdited({ atMs, editedMs }: Entry): boolean {
  return editedMs - atMs > 60_000;
}

function when({ editedMs }: Entry, path: string): string {
  const local = new Date(editedMs - 6 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  return `<a href="${path}"><time title="${local}" datetime="${local}" data-at-unix="${Math.floor(editedMs / 1000)}">a while ago</time></a>`;
}

/** Path of a story. */
export function getAddress(shortId: string, title: string): string {
  const words = title.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return `/s/${shortId}/${words.replace(/^_|_$/g, "")}`;
}

export function toHtml(text: string): string {
  return commentHtml(text).replace(/^<div class="md">|<\/div>$/g, "");
}
