import { escapeHtml } from "../resend/mailbox-frame";

/** Discord's inline markup. The first matching rule wins. */
const rules: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/\\([!-/:-@[-`{-~])/y, ([, character = ""]) => escapeHtml(character)],
  [/@everyone|@here|<(?:@[!&]?|#)\d+>/y, ([text]) => `<mark>${escapeHtml(text)}</mark>`],
  [/`([^`\n]+)`/y, ([, text = ""]) => `<code>${escapeHtml(text)}</code>`],
  [/\*\*((?:\\.|[^*\\])+)\*\*/y, ([, text = ""]) => `<strong>${discordMarkup(text)}</strong>`],
  [/(?:\*(?=\S)((?:\\.|[^*\\\n])+)\*)/y, ([, text = ""]) => `<em>${discordMarkup(text)}</em>`],
  [/_((?:\\.|[^_\\\n])+)_(?!\w)/y, ([, text = ""]) => `<em>${discordMarkup(text)}</em>`],
  [/~~((?:\\.|[^~\\])+)~~/y, ([, text = ""]) => `<s>${discordMarkup(text)}</s>`],
  [/\|\|((?:\\.|[^|\\])+)\|\|/y, ([, text = ""]) => `<span class="spoiler">${discordMarkup(text)}</span>`],
  [
    /\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s>)]+)>?\)/y,
    ([, text = "", url = ""]) => `<a href="${escapeHtml(url)}">${discordMarkup(text)}</a>`,
  ],
  [/<?(https?:\/\/[^\s>]+)>?/y, ([, url = ""]) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`],
];
const starts: readonly [RegExp, string][] = [
  [/^#{1,3} /, "h3"],
  [/^-# /, "small"],
  [/^>(?:>>)? /, "blockquote"],
  [/^(?:[-*]|\d+\.) /, "dd"],
];

/** Converts a text to HTML as Discord shows it, with mentions marked. */
export function discordMarkup(text: string): string {
  let shown = "";
  for (let at = 0; at < text.length;) {
    const [used, part] = nextPart(text, at);
    shown += part;
    at += used;
  }
  return shown;
}

/** Like `discordMarkup`, with headings, quotes and lists. */
export function discordLines(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const start = starts.find(([begins]) => begins.test(line));
      if (start === undefined) return `<p>${discordMarkup(line)}</p>`;
      return `<${start[1]}>${discordMarkup(line.replace(start[0], ""))}</${start[1]}>`;
    })
    .join("");
}

function nextPart(text: string, at: number): [number, string] {
  for (const [rule, show] of rules) {
    rule.lastIndex = at;
    const match = rule.exec(text);
    if (match !== null) return [match[0].length, show(match)];
  }
  return [1, escapeHtml(text[at]!)];
}
