import type { Item } from "@/domain/reading/item";
import { escapeMarkdown } from "@/domain/markdown/escape";

/** The author's profile and the license of a post, which its license requires to be shown with the text. */
export interface Attribution {
  author: string | null;
  profile: string | null;
  license: string | null;
}

const usualLicense = "CC BY-SA 4.0";
const noAttribution: Attribution = { author: null, profile: null, license: null };

/** Stores the attribution as the item's HTML: the text itself is Markdown. */
export function attributionHtml({ author, profile, license }: Attribution): string {
  return JSON.stringify([author, profile, license]);
}

function attributionIn(html: string | null): Attribution {
  try {
    const [author, profile, license] = JSON.parse(html ?? "null") as (string | null)[];
    return { author: author ?? null, profile: profile ?? null, license: license ?? null };
  } catch {
    // The text was cut, so only the text is stored.
    return noAttribution;
  }
}

export function withAttribution({ body, html }: Pick<Item, "body" | "html">): string {
  const { author, profile, license } = attributionIn(html);
  const name = author === null ? "Its author" : escapeMarkdown(author);
  const by = profile === null ? name : `[${name}](${profile})`;
  const known = /^CC BY-SA (\d\.\d)$/.exec(license ?? "") === null ? usualLicense : license!;
  const version = known.slice(-3);
  const line = `${by} on Stack Exchange, [${known}](https://creativecommons.org/licenses/by-sa/${version}/)`;
  return body === "" ? line : `${body}\n\n${line}`;
}
