const code = /(?:^|\n) {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:\n {0,3}\1|$)|`[^`\n]+`/g;
const inline = "b|i|u|s|code|spoiler|size|color|font|center|left|right|url|email|img";
/** Innermost pairs: their text has no brackets. */
const pair = new RegExp(`\\[(${inline})(?:=([^[\\]\\n]{0,2000}))?\\]([^[\\]]{1,4000})\\[/\\1\\]`, "gi");
const maxNesting = 5;
const hidden = /<(script|style)\b[^<>]{0,500}>[\s\S]{0,2000}?<\/\1\s{0,10}>/gi;

/** Replaces forums' inline tags such as `[b]`, and removes scripts and styles, except in code. */
export function plainMarkdown(raw: string): string {
  let result = "";
  let at = 0;
  for (const found of raw.matchAll(code)) {
    result += withoutTags(raw.slice(at, found.index)) + found[0];
    at = found.index + found[0].length;
  }
  return result + withoutTags(raw.slice(at));
}

function withoutTags(raw: string): string {
  let text = raw.replace(hidden, " ");
  for (let level = 0; level < maxNesting; level++) {
    const outer = text.replace(pair, (_whole, name: string, value: string | undefined, inner: string) =>
      name.toLowerCase() === "url" && value !== undefined
        ? `[${inner}](${value.replace(/^"|"$/g, "")})`
        : inner,
    );
    if (outer === text) break;
    text = outer;
  }
  return text;
}
