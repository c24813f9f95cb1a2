import type { Item } from "@/domain/reading/item";
import { rememberAllMs, rememberNamedMs } from "@/domain/reading/newness";
import { storedBody, storedHtml } from "@/domain/reading/stored-text";
import { labelled } from "@/server/places/place-views";

/** How a read's items are remembered: see `Recording`. */
interface Remembering {
  isNamed: (item: Item) => boolean;
  isTextStored?: (item: Item) => boolean;
  now: Date;
}

export function repliesIn(items: readonly Item[], remembered: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fullname, kind, root } of items)
    if (kind === "comment" && root !== undefined && remembered.has(fullname))
      counts.set(root, (counts.get(root) ?? 0) + 1);
  return counts;
}

export function rememberedOf(item: Item, { isNamed, isTextStored = isNamed, now }: Remembering) {
  const { fullname, kind, site, place, createdAt, title, isUntitled, body, url, over18 } = item;
  const { author, authorId = author, flair, link, sharesLink, headline, uri, isBot, root } = item;
  const { placeLabel } = labelled(item);
  return {
    fullname,
    kind,
    site,
    place: place.toLowerCase(),
    createdAt,
    forgetAt: new Date(now.getTime() + (isNamed(item) ? rememberNamedMs : rememberAllMs)),
    authorId: isTextStored(item) ? (item.authorId ?? null) : null,
    root: root ?? null,
    text: isTextStored(item)
      ? {
          title,
          isUntitled,
          body: storedBody(body),
          url,
          over18,
          author: authorId,
          ...(author !== null && author !== authorId && { authorName: author }),
          flair,
          placeLabel,
          link,
          sharesLink,
          headline,
          uri,
          isBot,
          root,
        }
      : null,
  };
}

export function getSnapshot(item: Item) {
  const { fullname, kind, site, place, title, url, author, over18, isBot = false, createdAt } = item;
  return {
    ...{ fullname, kind, site, place, title, url, author, over18, isBot, createdAt },
    authorId: item.authorId ?? null,
    root: item.root ?? null,
    parent: item.parent ?? null,
    replyKey: item.replyKey ?? null,
    content: storedBody(item.body),
    sourceHtml: storedHtml(item),
  };
}
