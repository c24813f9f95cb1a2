/** Other letters and digits that look Latin. Not complete: any word that mixes scripts counts too. */
const twins: Readonly<Record<string, string>> = {
  ...pairs("аɑαᴀ", "a"),
  ...pairs("вβʙьЬ", "b"),
  ...pairs("сϲᴄ", "c"),
  ...pairs("ԁɗ", "d"),
  ...pairs("еєεҽ", "e"),
  ...pairs("ɡց", "g"),
  ...pairs("һнʜη", "h"),
  ...pairs("іɩιı1|ӏl", "i"),
  ...pairs("јϳ", "j"),
  ...pairs("кκᴋ", "k"),
  ...pairs("мᴍ", "m"),
  ...pairs("пո", "n"),
  ...pairs("оοօσ0ᴏ", "o"),
  ...pairs("рρ", "p"),
  ...pairs("ԛ", "q"),
  ...pairs("гᴦ", "r"),
  ...pairs("ѕƽ5", "s"),
  ...pairs("тτ", "t"),
  ...pairs("уγүʏ", "y"),
  ...pairs("υսᴜ", "u"),
  ...pairs("νѵ", "v"),
  ...pairs("ѡԝω", "w"),
  ...pairs("хχ", "x"),
  ...pairs("ᴢ", "z"),
};

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter) => [letter, latin]));
}

/** Returns a text without differences in accents, width, case and script. */
function skeleton(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/./gsu, (letter) => twins[letter] ?? letter);
}

const words = /[\p{L}\p{M}\p{N}]+/gu;
const latin = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const similar = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
/** Common notations for places: communities, accounts, repositories. */
const placeLike = /(?:^|[^\p{L}\p{N}])(?:\/?[ru]\/\w|[@!#][\w.-]+@|@[\w.-]+\s*$)|^\s*[\w.-]+\/[\w.-]+\s*$/u;
const dots = /[\u3002\uff0e\uff61]/g;
const hostLike = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,20}\p{L}{2,63}/gu;
/** Shorter site titles are also common words and only count if they are the whole title. */
const distinctive = 5;

/** True if a title names or resembles another site or host. `siteTitles`: those of well-known sites. */
export function couldPassFor(title: string, host: string, siteTitles: readonly string[]): boolean {
  const seen = skeleton(title);
  const own = host.replace(/:\d+$/, "");
  return (
    hasMixedWord(title) ||
    placeLike.test(seen) ||
    hostsIn(title.toLowerCase()).some((named) => !isOwn(named, own)) ||
    hostsIn(seen).some((named) => !isOwn(named, skeleton(own))) ||
    siteTitles.some((site) => names(seen, skeleton(site)))
  );
}

function hasMixedWord(title: string): boolean {
  return (title.match(words) ?? []).some((word) => latin.test(word) && similar.test(word));
}

function names(title: string, site: string): boolean {
  const spaced = ` ${title.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  return site.length >= distinctive ? spaced.includes(` ${site} `) : spaced === ` ${site} `;
}

function hostsIn(text: string): string[] {
  return text.replace(dots, ".").match(hostLike) ?? [];
}

/** True for the host and its subdomains. Not parents, because many hosts share a provider's domain. */
function isOwn(named: string, host: string): boolean {
  const [one, other] = [named, host].map((name) => name.replace(/^www\./, ""));
  return one === other || one!.endsWith(`.${other}`);
}
