import type { ItemKind } from "../reading/item";
import { placeFieldNames } from "../reading/site-texts";
import { maxAddressLength, withoutEndSlashes } from "../reading/story-link";
import { flagValues, type ItemField, itemFields, kindValues, type TextField, textFields } from "./expression";
import { isUrl } from "../text/url";

type Field = TextField | ItemField;
const fields: readonly string[] = [...textFields, ...itemFields];

const synonyms: ReadonlyMap<string, Field> = new Map(placeFieldNames.map((name) => [name, "in"] as const));

/** Names that other search tools use. We treat them as plain words but suggest our field. */
const foreign: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...["intitle", "allintitle", "headline", "subject"].map((name) => [name, "title"] as const),
  ...["selftext", "text", "intext", "content", "comment"].map((name) => [name, "body"] as const),
  ...["user", "username", "by", "from", "u"].map((name) => [name, "author"] as const),
  ...["sub", "r", "place", "community", "forum", "feed"].map((name) => [name, "in"] as const),
  ...["url", "inurl", "domain", "host", "links"].map((name) => [name, "link"] as const),
  ...["kind", "post", "posts"].map((name) => [name, "type"] as const),
  ...["flair_name", "flair_text", "tag", "category", "label"].map((name) => [name, "flair"] as const),
  ...["source", "on", "network"].map((name) => [name, "site"] as const),
  ...["root", "conversation", "replies"].map((name) => [name, "thread"] as const),
]);

/** Expects a lower-case name. */
export function isFieldName(name: string): boolean {
  return fields.includes(name) || synonyms.has(name);
}

export function getField(name: string): Field {
  return synonyms.get(name) ?? (name as Field);
}

export function isTextField(field: Field): field is TextField {
  return field === "title" || field === "body";
}

/** Suggests a field for a misspelled or foreign name (lower case), or returns null. */
export function meantField(name: string): Field | null {
  const known = foreign.get(name);
  if (known !== undefined) return known;
  const near = fields.filter((field) => field.length >= 4 && isOneOff(name, field));
  return (near[0] as Field | undefined) ?? null;
}

/** Returns true if the words differ by one inserted, deleted, replaced or transposed letter. */
function isOneOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, others] = [one.slice(start), other.slice(start)];
  if (rest.length > others.length) return rest.slice(1) === others;
  if (rest.length < others.length) return others.slice(1) === rest;
  const isSwapped = rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2);
  return isSwapped || rest.slice(1) === others.slice(1);
}

/** The normalized value, or an error message with an optional suggestion. */
type Value = { value: string } | { wrong: string; meant?: string };

const kindsMeant: ReadonlyMap<string, ItemKind> = new Map<string, ItemKind>([
  ...["posts", "story", "stories", "topic", "thread", "submission", "link", "self"].map(
    (word) => [word, "post"] as const,
  ),
  ...["comments", "reply", "replies", "answer"].map((word) => [word, "comment"] as const),
]);
const flagsMeant: ReadonlyMap<string, string> = new Map([
  ["adult", "nsfw"],
  ["over18", "nsfw"],
  ["18+", "nsfw"],
  ["bots", "bot"],
  ["robot", "bot"],
  ["automated", "bot"],
]);

/** Normalizes a field value: strips "@", "u/" and "r/", and the scheme and "www." of links. */
export function fieldValue(field: ItemField, typed: string): Value {
  const text = typed.trim();
  switch (field) {
    case "author":
      return { value: text.replace(/^(?:\/?u\/|@|\s)+/i, "") };
    case "in":
      return { value: bareName(text) };
    case "site":
      return { value: text.toLowerCase() };
    case "flair":
      return { value: text };
    case "type":
      return oneOf("type:", kindValues, text, kindsMeant);
    case "is":
      return oneOf("is:", flagValues, text, flagsMeant);
    case "link":
      return linkValue(text);
    case "thread":
      return { value: text };
  }
}

export function bareName(place: string): string {
  return place.replace(/^(?:\/?r\/|\s)+/i, "");
}

function oneOf(
  field: string,
  values: readonly string[],
  typed: string,
  meant: ReadonlyMap<string, string>,
): Value {
  const value = typed.toLowerCase();
  if (values.includes(value) || value === "") return { value };
  const other = meant.get(value);
  const wrong = `${field} accepts ${values.join(" or ")}, not “${typed}”.`;
  return other === undefined ? { wrong } : { wrong, meant: other };
}

function linkValue(typed: string): Value {
  if (typed === "") return { value: "" };
  // `link:` always includes subdomains.
  const bare = typed.replace(/^[a-z][a-z\d+.-]*:\/\//i, "").replace(/^\*\./, "");
  const value = comparedAddress(`https://${bare}`);
  if (value === null || !value.split("/")[0]!.includes("."))
    return { wrong: `link: accepts a host such as example.com, with or without a path, not “${typed}”.` };
  return { value };
}

/** RFC 1035 limits names to 253 characters; a port adds up to six. */
const maxHostLength = 253 + 6;

/** Lower case, without scheme, credentials, "www.", fragment, trailing slashes. Null if not a web URL. */
export function comparedAddress(address: string): string | null {
  if (address.length > maxAddressLength || !isUrl(address)) return null;
  const { protocol, host, pathname, search } = new URL(address);
  if ((protocol !== "https:" && protocol !== "http:") || host.length > maxHostLength) return null;
  const bare = host.replace(/^www\.(?=[^.]+\.)/, "");
  return withoutEndSlashes(`${bare}${pathname}${search}`.toLowerCase());
}
