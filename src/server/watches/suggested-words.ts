import { foldKeyword } from "@/domain/matching/fold";

export interface SuggestedWord {
  keyword: string;
  reason: string;
  /** The host of a URL. Links to it match as well. */
  isHost?: true;
  /** A guess, only shown if there are recent matches. */
  isGuess?: true;
}

export const suggestedAtMost = { tried: 16, reported: 8 };

const maxKeywordLength = 100;
/** Longer names are sentences. */
const maxWords = 5;
/** Minimum length of both parts of a split word, and maximum number of splits. */
const shortestPart = 3;
const maxSplits = 6;

/** Suffixes that people often omit. Only removed after another word. */
const trailing = new Set(
  "app apps inc llc ltd limited gmbh ag hq io labs lab software studio team corp co company the".split(" "),
);
const stopWords = new Set(
  "a an and are as at be but by can do for from get has have how i if in is it its my new no not now of on one or our out so than that the their them then there they this to up us was we what when where which who why will with you your".split(
    " ",
  ),
);
/** Subdomains for a part of a site, which don't identify its owner. */
const hostParts = new Set(
  "www app apps blog docs help shop store mail m en de fr api dev status support news about my go get".split(
    " ",
  ),
);
/** Second-level labels before a country code: 'tide.co.uk'. */
const secondLevel = new Set("co com net org ac gov edu or ne".split(" "));
const guessedEndings = [".com", ".io", ".co", ".app"];

const address =
  /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/@]+@)?((?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+))\.?(?::\d+)?(?:[/?#].*)?$/iu;

/** Returns spellings, most likely first, without duplicates. Empty if the input is no name. */
export function suggestedWords(typed: string): SuggestedWord[] {
  const text = typed.replace(/\s+/gu, " ").trim();
  const host = address
    .exec(text)?.[1]
    ?.toLowerCase()
    .replace(/^www\./, "");
  return once(host === undefined ? ofName(text) : ofHost(host)).slice(0, suggestedAtMost.tried);
}

function once(words: readonly SuggestedWord[]): SuggestedWord[] {
  const hits = new Set<string>([""]);
  return words.filter(({ keyword }) => {
    const folded = keyword.length > maxKeywordLength ? "" : foldKeyword(keyword);
    return !hits.has(folded) && hits.add(folded);
  });
}

function ofHost(host: string): SuggestedWord[] {
  const labels = host.split(".");
  const end = labels.length > 2 && labels.at(-1)!.length === 2 && secondLevel.has(labels.at(-2)!) ? 2 : 1;
  const own = labels.slice(-end - 1);
  const name = own[0]!;
  const parts = labels.slice(0, -end - 1).filter((part) => !hostParts.has(part) && part.length > 1);
  const site = own.join(".");
  return [
    ...spellingsOf(name, "Name from the URL"),
    { keyword: host, reason: "Your full URL", isHost: true },
    ...(site === host ? [] : [{ keyword: site, reason: "Your whole website", isHost: true as const }]),
    ...parts.flatMap((part) => spellingsOf(part, "First part of the URL")),
    ...alternativesTo(name.replaceAll("-", " ")),
    ...splitsOf(name),
  ];
}

function spellingsOf(label: string, reason: string): SuggestedWord[] {
  if (stopWords.has(label) || label.startsWith("xn--")) return [];
  if (!label.includes("-")) return [{ keyword: label, reason }];
  return [
    { keyword: label.replaceAll("-", " "), reason },
    { keyword: label.replaceAll("-", ""), reason: "Without the hyphen" },
    { keyword: label, reason: "With the hyphen" },
  ];
}

function ofName(text: string): SuggestedWord[] {
  const words = text.split(" ");
  const whole = {
    keyword: text,
    reason: words.length > 1 ? "As you entered it" : "Whole word, any capitalization",
  };
  if (words.length > maxWords) return [whole];
  const short = shortened(words);
  const joined = words.join("");
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll("-", " ");
  const compact = joined.replace(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase();
  return [
    whole,
    { keyword: joined, reason: "Without spaces" },
    { keyword: apart, reason: "As two words" },
    { keyword: text.replaceAll("-", ""), reason: "Without the hyphen" },
    ...(short === null ? [] : [{ keyword: short, reason: "Just the name" }]),
    ...alternativesTo(short ?? text),
    { keyword: words.join("-"), reason: "With a hyphen", isGuess: true },
    ...(words.length === 1 ? splitsOf(text.toLowerCase()) : []),
    ...domainsOf(compact),
  ];
}

function shortened(words: readonly string[]): string | null {
  const last = words.at(-1)!.replace(/\.$/, "").toLowerCase();
  if (words.length < 2 || !trailing.has(last)) return null;
  const rest = words.slice(0, -1);
  return rest.every((word) => stopWords.has(word.toLowerCase())) ? null : rest.join(" ");
}

function alternativesTo(name: string): SuggestedWord[] {
  if (!/\p{L}{2}/u.test(name) || stopWords.has(name.toLowerCase())) return [];
  return [{ keyword: `${name} alternative`, reason: "People looking for alternatives", isGuess: true }];
}

/** Spellings by people who only know the sound of a word. */
function splitsOf(word: string): SuggestedWord[] {
  if (!/^[a-z]+$/.test(word)) return [];
  const middle = word.length / 2;
  const places = Array.from({ length: word.length + 1 }, (_, at) => at)
    .filter((at) => at >= shortestPart && word.length - at >= shortestPart)
    .filter((at) => !stopWords.has(word.slice(0, at)) && !stopWords.has(word.slice(at)))
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return places.slice(0, maxSplits).map((at) => ({
    keyword: `${word.slice(0, at)} ${word.slice(at)}`,
    reason: "Common misspelling",
    isGuess: true,
  }));
}

function domainsOf(name: string): SuggestedWord[] {
  if (!/^[a-z\d]{3,40}$/.test(name) || stopWords.has(name)) return [];
  return guessedEndings.map((ending) => ({
    keyword: `${name}${ending}`,
    reason: "A website with this name",
    isHost: true,
    isGuess: true,
  }));
}
