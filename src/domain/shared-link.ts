export interface Shared {
  check?: string | undefined;
  text?: string | undefined;
  title?: string | undefined;
}

/** Empty if the shared data contains no URL, undefined without shared data. */
export function getSharedLink(shared: Shared): string | undefined {
  const { check, text, title } = shared;
  return check || (text === undefined && title === undefined) ? check : getSharedAddress(shared);
}

/** Returns only the first URL, so untrusted text is never displayed. Empty without a URL. */
export function getSharedAddress({ check = "", text, title }: Shared): string {
  if (/^https?:\/\/\S{1,2000}$/i.test(check)) return check;
  return addressIn(check) ?? addressIn(text) ?? addressIn(title) ?? "";
}

/** Finds a URL in a text. Trailing punctuation is not part of it. */
function addressIn(text = ""): string | undefined {
  return /\bhttps?:\/\/\S{1,2000}/i.exec(text)?.[0].replace(/(?<![.,;:!?"'”’»>])[.,;:!?"'”’»>]+$/, "");
}

/** The screen that keeps a link until the user has signed in. */
export function sharePath(link: string): `/share?check=${string}` {
  return `/share?check=${encodeURIComponent(link.toWellFormed())}`;
}

export function checkPath(link: string): `/keywords?check=${string}` {
  return `/keywords?check=${encodeURIComponent(link.toWellFormed())}`;
}
