/** Shorter headlines, such as 'Weather forecast', don't identify a story. */
const minLength = 20;
/** Scripts without spaces say more with fewer characters. */
const minDenseLength = 8;
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const separators = [" - ", " | ", " – ", " — ", " :: ", " · "];

/** Equal for the same headline of different outlets. Null for headlines too short to identify a story. */
export function headlineKey(title: string, outlet: { name: string; domain: string }): string | null {
  const words = letters(withoutOutlet(title, outlet), " ");
  const min = dense.test(words) ? minDenseLength : minLength;
  return words.length < min ? null : words;
}

/** Only removes the last part if it resembles the outlet's name or domain. */
function withoutOutlet(title: string, { name, domain }: { name: string; domain: string }): string {
  const at = Math.max(...separators.map((separator) => title.lastIndexOf(separator)));
  if (at <= 0) return title;
  const last = letters(title.slice(at + 2), "");
  const isOutlet = [letters(name, ""), letters(domain, "")].some(
    (own) => last.length > 2 && own.length > 2 && (own.includes(last) || last.includes(own)),
  );
  return isOutlet ? title.slice(0, at) : title;
}

function letters(text: string, between: "" | " "): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, between)
    .trim();
}
