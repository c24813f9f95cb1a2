export interface RobotRule {
  isAllowed: boolean;
  pattern: string;
}

export interface RobotsQuery {
  body: Uint8Array;
  path: string;
}

/** Our product token in robots.txt files, in lower case. */
const product = "earshot";
/** RFC 9309 requires crawlers to parse at least 500 KiB. The rest is ignored. */
export const maxBytes = 512_000;

/** Common misspellings count as well: their authors expect crawlers to obey. */
const fields = new Map<string, "agent" | "allow" | "disallow">([
  ...["user-agent", "useragent", "user agent"].map((name) => [name, "agent"] as const),
  ["allow", "allow"],
  ...["disallow", "disalow", "dissallow", "dissalow", "diasllow"].map((name) => [name, "disallow"] as const),
]);

/** Runs in a worker thread, because 500 KiB can contain 60,000 rules. */
export function isAllowed({ body, path }: RobotsQuery): boolean {
  return allows(parseRobots(body), path);
}

/** RFC 9309: the rules of all groups that name us or, if there are none, the rules for '*'. */
export function parseRobots(body: Uint8Array): RobotRule[] {
  const own: RobotRule[] = [];
  const forAll: RobotRule[] = [];
  let isNamed = false;
  let group = new Set<string>();
  let isGroupClosed = false;
  for (const [line] of getText(body).matchAll(/[^\r\n]+/g)) {
    const [name, value] = getField(line);
    const field = fields.get(name);
    if (field === "agent") {
      if (isGroupClosed) group = new Set();
      isGroupClosed = false;
      const agent = productOf(value);
      group.add(agent);
      isNamed ||= agent === product;
    } else if (field !== undefined) {
      isGroupClosed = true;
      if (value === "") continue;
      const rule = { isAllowed: field === "allow", pattern: comparable(value) };
      if (group.has(product)) own.push(rule);
      if (group.has("*")) forAll.push(rule);
    }
  }
  return isNamed ? own : forAll;
}

/** Removes the byte order mark, even a partial one, and a line that the size limit cuts off. */
function getText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, maxBytes)).replace(/^[\ufeff\ufffd]+/, "");
  if (body.length <= maxBytes) return text;
  return text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")));
}

/** Removes the comment. The colon can be missing if there are exactly two words. */
function getField(line: string): [string, string] {
  const comment = line.indexOf("#");
  const said = (comment === -1 ? line : line.slice(0, comment)).trim();
  const colon = said.indexOf(":");
  if (colon !== -1) return [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()];
  const words = said.split(/\s+/, 3);
  return words.length === 2 ? [words[0]!.toLowerCase(), words[1]!] : ["", ""];
}

function productOf(agent: string): string {
  return /^\*(?=\s|$)/.test(agent) ? "*" : (/^[a-z_-]+/i.exec(agent)?.[0] ?? "").toLowerCase();
}

/** Returns the verdict of the longest matching rule. 'Allow' wins over 'Disallow' of the same length. */
export function allows(rules: readonly RobotRule[], path: string): boolean {
  const comparedPath = comparable(path).replaceAll("*", "%2A").replaceAll("$", "%24");
  let longest = -1;
  let verdict = true;
  for (const { isAllowed, pattern } of rules) {
    const isMoreSpecific = pattern.length > longest || (isAllowed && pattern.length === longest);
    if (!isMoreSpecific || !fits(pattern, comparedPath)) continue;
    longest = pattern.length;
    verdict = isAllowed;
  }
  return verdict;
}

/** Decodes unreserved characters, encodes non-ASCII ones and capitalizes hex digits. */
function comparable(path: string): string {
  if (/^[!-$&-~]*$/.test(path)) return path;
  return path.toWellFormed().replace(/%([\da-f]{2})|[^\x21-\x7e]+/gi, (found, hex: string | undefined) => {
    if (hex === undefined) return encodeURIComponent(found);
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : found.toUpperCase();
  });
}

/** '*' matches any text, and '$' at the end the end of the path. One pass, without backtracking. */
function fits(pattern: string, path: string): boolean {
  if (!/[*$]/.test(pattern)) return path.startsWith(pattern);
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).replaceAll("$", "%24").split("*");
  if (!path.startsWith(first)) return false;
  const last = isWhole ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
