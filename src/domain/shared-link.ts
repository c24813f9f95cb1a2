/** What another app shares, or an address says: a link, or a text and a title with one in it. */
export interface Shared {
  check?: string | undefined;
  text?: string | undefined;
  title?: string | undefined;
}

/** What 'Check a post' is asked for; empty where what was shared holds no address, undefined where nothing was shared. */
export function sharedLinkOf(shared: Shared): string | undefined {
  const { check, text, title } = shared;
  return check || (text === undefined && title === undefined) ? check : sharedAddressOf(shared);
}

/** The first address in what was shared, and nothing else of it: who shows it shows nobody's text. Empty: there is none. */
export function sharedAddressOf({ check = "", text, title }: Shared): string {
  if (/^https?:\/\/\S{1,2000}$/i.test(check)) return check;
  return addressIn(check) ?? addressIn(text) ?? addressIn(title) ?? "";
}

/** Many share an address in the middle of a text; the stop of the sentence is not part of it. */
function addressIn(text = ""): string | undefined {
  return /\bhttps?:\/\/\S{1,2000}/i.exec(text)?.[0].replace(/(?<![.,;:!?"'”’»>])[.,;:!?"'”’»>]+$/, "");
}

/** The screen on which a link waits until somebody has signed in. */
export function sharePath(link: string): `/share?check=${string}` {
  return `/share?check=${encodeURIComponent(link.toWellFormed())}`;
}

/** The screen that opens 'Check a post' with a link: ours, whatever the link is. */
export function checkPath(link: string): `/keywords?check=${string}` {
  return `/keywords?check=${encodeURIComponent(link.toWellFormed())}`;
}
