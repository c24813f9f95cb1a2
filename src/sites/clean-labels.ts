import { storable, type Item } from "@/domain/reading/item";
import { cleanLabel, cleanTitle } from "@/domain/text/label";
import { titled, untitled } from "@/domain/reading/untitled";

/** Maximum lengths. Several authors share one string. */
const maxLabel = 200;
const maxAuthors = 2_500;
const maxTitle = 1_000;

type Fields = Readonly<Record<string, unknown>>;

/** Cleans all labels, names and titles that a site returns. The product only uses wrapped sites. */
export function withCleanLabels<T extends object>(site: T): T {
  const members = Object.entries(site).map(([name, member]: [string, unknown]) => {
    if (name === "pages" && isRecord(member)) return [name, withCleanLabels(member)];
    if (typeof member !== "function") return [name, member];
    return [name, (...input: unknown[]) => cleanResult(Reflect.apply(member, site, input), name)];
  });
  return Object.fromEntries(members) as T;
}

/** Other results are facts about the site, or about a name that it doesn't choose. */
function cleanResult(result: unknown, method: string): unknown {
  if (result instanceof Promise) return result.then((value) => clean(value, method));
  const isStream = typeof result === "object" && result !== null && Symbol.asyncIterator in result;
  return isStream ? cleanParts(result as AsyncIterable<unknown>, method) : result;
}

async function* cleanParts(parts: AsyncIterable<unknown>, method: string): AsyncGenerator<unknown> {
  for await (const part of parts) yield clean(part, method);
}

/** `name` is the field's name, or the method's. */
function clean(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => clean(one, name));
  if (typeof value === "string") {
    if (name === "displayName" || name === "fetchTitle") return nameOrNull(value);
    return name === "names" ? cleanLabel(value) : value;
  }
  if (name === "fetchNames" && value instanceof Map)
    return new Map([...(value as Map<string, string>)].map(([id, own]) => [id, cleanLabel(own) || id]));
  if (!isRecord(value)) return value;
  if ("fullname" in value && "body" in value) return cleanItem(value as unknown as Item);
  const fields = Object.entries(value).map(([key, field]) => [key, clean(field, key)]);
  return { ...Object.fromEntries(fields), ...ownTitle(value) };
}

/** The title of a list, or of the thread that an item opens. */
function ownTitle({ title, home, thread }: Fields): Fields {
  if (typeof title !== "string") return {};
  if (thread !== undefined) return { title: cut(cleanTitle(title), maxTitle) };
  return home === undefined ? {} : { title: nameOrNull(title) };
}

function cleanItem(item: Item): Item {
  const { author, flair, placeLabel } = item;
  return {
    ...storableFields(item),
    ...getTitle(item),
    author: author === null ? null : nameOrNull(author, maxAuthors),
    ...(flair !== undefined && { flair: cut(cleanLabel(flair), maxLabel) }),
    ...(placeLabel !== undefined && { placeLabel: cut(cleanLabel(placeLabel), maxLabel) }),
  };
}

/** A text cut in the middle of a character would make PostgreSQL reject the whole read. */
function storableFields(item: Item): Item {
  const fields = Object.entries(item).map(([name, field]: [string, unknown]) => [
    name,
    typeof field === "string" ? storable(field) : field,
  ]);
  return Object.fromEntries(fields) as Item;
}

/** A title of invisible characters only is shown, and matched, like a missing one. */
function getTitle({ title, isUntitled, body }: Item): Pick<Item, "title" | "isUntitled"> {
  const clean = cut(cleanTitle(title), maxTitle);
  if (clean === "" && title !== "") return untitled(cut(cleanTitle(titled("", body).title), maxTitle));
  return { title: clean, ...(isUntitled && { isUntitled }) };
}

function nameOrNull(name: string, max = maxLabel): string | null {
  return cut(cleanLabel(name), max) || null;
}

function cut(text: string, max: number): string {
  return text.slice(0, max).toWellFormed();
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
