import { z } from "zod";
import { type Channel, type Outgoing, settingsFault } from "@/domain/channel";
import { vendorsGiven } from "../posted/check";
import { type Heard, laterOf, posted, type PostedAnswer } from "../posted/posted";
import {
  excerptOf,
  muteText,
  repeatedText,
  restText,
  sourceOf,
  testText,
  titleOf,
  viewOf,
  written,
  type ShownItem,
} from "../posted/view";
import { cut } from "../posted/words";

/**
 * Discord's own limits are 10 embeds a message, 256 characters a title, 4,096 a description and 6,000 over all embeds, counted as
 * they are written; ours stay below.
 */
const limits = { items: 10, title: 240, excerpt: 350, all: 5_500, heading: 300, url: 1_500 };

const given = vendorsGiven({
  name: "discord",
  hosts: /^(?:(?:ptb|canary)\.)?(?:discord|discordapp)\.com$/,
  path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/./,
  fault: "Paste the address of a webhook; it begins with https://discord.com/api/webhooks/",
});
const base = posted({
  isVendors: given.isVendors,
  // Five in two seconds.
  spacingMs: 400,
  knowsRepetition: false,
  postingOf,
  outcomeOf,
});

/** Discord's webhooks. They know no repetition. */
export const discord: Channel<PostedAnswer[]> = {
  ...base,
  // Too many refusals ban our address: its name is where all wait then.
  pace: { ...base.pace, spacing: { name: "discord", ms: 0 } },
  given,
  render: async (message) => {
    const view = viewOf(message, limits.excerpt);
    // What says how many more there are is one of the embeds: below the others, as it goes on.
    const most = view.total > limits.items ? limits.items - 1 : limits.items;
    const shown = fitting(view.items.slice(0, most).map(embedOf));
    const rest = restText(view, shown.length);
    const embeds = [...shown, ...(rest === null ? [] : [{ description: rest }])];
    const lines = [
      `**${escaped(cut(view.heading, limits.heading))}**`,
      ...(view.isTest ? [testText] : []),
      ...view.notes,
      `[All matches](<${view.links.notifications}>) · [Settings](<${view.links.settings}>)`,
      ...view.mutes.map(({ keyword, url }) => `[${escaped(muteText(keyword))}](<${url}>)`),
    ];
    return { count: view.total, message: { content: lines.join("\n"), embeds } };
  },
};

/** Everything by which Discord's markup begins or ends, and mentions. */
const markup = /[\\*_~`|>#[\]()<@:-]/g;

function escaped(text: string): string {
  return text.replace(markup, "\\$&");
}

/** A number at the beginning would make it a list. */
function notNumbered(line: string): string {
  return line.replace(/^(\d+)\./, "$1\\.");
}

interface Embed {
  title: string;
  description: string;
  url?: string;
  timestamp: string;
}

function embedOf(item: ShownItem): Embed {
  const title = escaped(titleOf(item));
  // An escape is not to be cut in two.
  const fits = title.length <= limits.title ? title : escaped(cut(titleOf(item), limits.title / 2));
  const excerpt = written(excerptOf(item), escaped, (text) => `**${escaped(text)}**`);
  const url = item.url.length <= limits.url ? { url: item.url } : {};
  return {
    title: fits,
    description: [escaped(sourceOf(item)), excerpt]
      .filter((line) => line !== "")
      .map(notNumbered)
      .join("\n"),
    ...url,
    timestamp: item.heardAt.toISOString(),
  };
}

/** As many as fit together. Embeds of one address would be shown as one: of these the first. */
function fitting(embeds: Embed[]): Embed[] {
  let left = limits.all;
  const seen = new Set<string>();
  return embeds.filter(({ title, description, url }) => {
    left -= title.length + description.length;
    const isNew = url === undefined || !seen.has(url);
    if (url !== undefined) seen.add(url);
    return left >= 0 && isNew;
  });
}

const rendered = z.object({ content: z.string(), embeds: z.array(z.unknown()) });

function postingOf({ message, isUnclear, to }: Outgoing) {
  const { content, embeds } = rendered.parse(message);
  const address = new URL(to?.address ?? "");
  // Answers once it is there, and says why it isn't.
  address.searchParams.set("wait", "true");
  const said = isUnclear ? `${repeatedText}\n${content}` : content;
  return {
    address: address.href,
    body: JSON.stringify({ content: said, embeds, allowed_mentions: { parse: [] } }),
  };
}

/** 'Unknown Webhook' and 'Invalid Webhook Token'. */
const goneCodes = [10015, 50027];
const said = z.object({ code: z.number().optional(), retry_after: z.number().min(0).optional() });

function outcomeOf(heard: Heard) {
  const { status, waitMs } = heard;
  if (status >= 200 && status < 300) return { kind: "sent", id: null } as const;
  const { code, retry_after: seconds } = saidIn(heard.text);
  if (code !== undefined && goneCodes.includes(code)) return { kind: "gone", reason: String(code) } as const;
  if (status === 400 || status === 413) return { kind: "refused", reason: String(status) } as const;
  if (status === 429 && seconds !== undefined)
    return { kind: "later", reason: "429", waitMs: Math.ceil(seconds * 1000) } as const;
  // 10,000 of these in ten minutes ban us: none goes for a moment, and the operator is told.
  if (status === 401 || status === 403 || status === 404)
    return { kind: "later", reason: `${settingsFault}${status}`, waitMs, because: "settings" } as const;
  return laterOf(heard);
}

function saidIn(text: string): z.infer<typeof said> {
  // What is no JSON of theirs says nothing.
  try {
    return said.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
