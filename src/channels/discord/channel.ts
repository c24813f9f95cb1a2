import * as z from "zod";
import { type Channel, type Outgoing, settingsFault } from "@/domain/delivery/channel";
import { isUrl } from "@/domain/text/url";
import { vendorsGiven } from "../posted/check";
import { fitItems } from "../posted/fit";
import { type ReceiverResponse, jsonIn, retryLater, posted, type PostedResponse } from "../posted/posted";
import {
  getExcerpt,
  muteText,
  repeatedText,
  restText,
  getSource,
  testText,
  getTitle,
  getView,
  written,
  type ShownItem,
} from "../posted/view";
import { cut, isPage } from "../posted/words";

/** Discord's limits, including escapes: 2,000 content, 10 embeds, 256 title, 4,096 text, 6,000 in all. */
const limits = { content: 1_900, items: 10, title: 240, excerpt: 350, all: 5_500, heading: 300, url: 1_500 };

const userInput = vendorsGiven({
  name: "discord",
  hosts: /^(?:(?:ptb|canary)\.)?(?:discord|discordapp)\.com$/,
  path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/./,
  fault: "Enter a Discord webhook URL (it starts with https://discord.com/api/webhooks/)",
});
const base = posted({
  isVendors: userInput.isVendors,
  // Discord's rate limit: five requests in two seconds.
  spacingMs: 400,
  knowsRepetition: false,
  postingOf,
  toOutcome,
  shorter: { isWanted: hasRejectedEmbeds, postingOf: postingWithoutUrls },
});

export const discord: Channel<PostedResponse[]> = {
  ...base,
  // Discord bans our IP address after too many rejected requests, so all its destinations share this.
  pace: { ...base.pace, spacing: { name: "discord", ms: 0 } },
  given: userInput,
  render: async (message) => {
    const view = getView(message, limits.excerpt);
    // The "and 3 more" note uses one of the embeds, below the others.
    const max = view.total > limits.items ? limits.items - 1 : limits.items;
    const shown = fitItems(withoutRepeatedUrls(view.items.slice(0, max)), {
      ...{ max: limits.all, render: embedOf },
      sizeOf: ({ title, description }) => title.length + description.length,
    });
    const rest = restText(view, shown.length);
    const embeds = [...shown, ...(rest === null ? [] : [{ description: rest }])];
    const lines = [
      `**${escaped(cut(view.heading, limits.heading))}**`,
      ...(view.isTest ? [testText] : []),
      ...view.notes,
      `[All matches](<${view.links.notifications}>) · [Settings](<${view.links.settings}>)`,
    ];
    const mutes = view.mutes.map(({ keyword, url }) => `[${escaped(muteText(keyword))}](<${url}>)`);
    const content = joined([...lines, ...mutes], limits.content - repeatedText.length - 1);
    return { count: view.total, message: { content, embeds } };
  },
};

function joined(lines: readonly string[], max: number): string {
  return lines.reduce((text, line) => {
    const longer = text === "" ? line : `${text}\n${line}`;
    return longer.length <= max ? longer : text;
  }, "");
}

/** All characters with a meaning in Discord's Markdown or mentions. */
const markup = /[\\*_~`|>#[\]()<@:-]/g;

function escaped(text: string): string {
  return text.replace(markup, "\\$&");
}

/** A leading number would start a list. */
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
  const title = escaped(getTitle(item));
  // Don't cut an escape sequence in two.
  const fits = title.length <= limits.title ? title : escaped(cut(getTitle(item), limits.title / 2));
  const excerpt = written(getExcerpt(item), escaped, (text) => `**${escaped(text)}**`);
  const url = hasUrl(item) ? { url: item.url } : {};
  return {
    title: fits,
    description: [escaped(getSource(item)), excerpt]
      .filter((line) => line !== "")
      .map(notNumbered)
      .join("\n"),
    ...url,
    timestamp: item.matchedAt.toISOString(),
  };
}

/** Discord rejects messages with URLs whose host has no dot, such as 'localhost'. */
function hasUrl({ url }: ShownItem): boolean {
  return isUrl(url) && new URL(url).hostname.includes(".") && url.length <= limits.url;
}

/** Discord shows embeds with the same URL as one, so only the first of them keeps it. */
function withoutRepeatedUrls(items: readonly ShownItem[]): ShownItem[] {
  const seen = new Set<string>();
  return items.map((item) => {
    const isRepeated = seen.has(item.url);
    seen.add(item.url);
    return isRepeated ? { ...item, url: "" } : item;
  });
}

const rendered = z.object({ content: z.string(), embeds: z.array(z.record(z.string(), z.unknown())) });

function postingOf({ message, isUnclear, to }: Outgoing) {
  const { content, embeds } = rendered.parse(message);
  const address = new URL(to?.address ?? "");
  // With `wait`, Discord responds after creating the message, and reports errors.
  address.searchParams.set("wait", "true");
  const labelled = isUnclear ? `${repeatedText}\n${content}` : content;
  return {
    address: address.href,
    body: JSON.stringify({ content: labelled, embeds, allowed_mentions: { parse: [] } }),
  };
}

function postingWithoutUrls({ message, ...rest }: Outgoing) {
  const { content, embeds } = rendered.parse(message);
  const withoutUrls = embeds.map((embed) => ({ ...embed, url: undefined }));
  return postingOf({ ...rest, message: { content, embeds: withoutUrls } });
}

/** For example `{"embeds": ["0"]}`, usually because of a URL. */
function hasRejectedEmbeds({ status, text }: ReceiverResponse): boolean {
  return status === 400 && text.includes('"embeds"');
}

/** 'Unknown Channel' (its thread was deleted), 'Unknown Webhook' and 'Invalid Webhook Token', with their statuses. */
const gone = new Map([
  [10003, 404],
  [10015, 404],
  [50027, 401],
]);
const discordError = z.object({ code: z.number().optional(), retry_after: z.number().min(0).optional() });

function toOutcome(response: ReceiverResponse) {
  const { status, waitMs, text } = response;
  if (status >= 200 && status < 300 && !isPage(text)) return { kind: "sent", id: null } as const;
  const { code, retry_after: seconds } = jsonIn(text, discordError) ?? {};
  if (code !== undefined && gone.get(code) === status) return { kind: "gone", reason: String(code) } as const;
  if ((status === 400 || status === 413) && !isPage(text))
    return { kind: "refused", reason: String(status) } as const;
  if (status === 429 && seconds !== undefined)
    return { kind: "later", reason: "429", waitMs: Math.ceil(seconds * 1000) } as const;
  // Discord bans IP addresses with 10,000 of these in ten minutes: pause them all, alert the operator.
  if (status === 401 || status === 403 || status === 404)
    return { kind: "later", reason: `${settingsFault}${status}`, waitMs, because: "settings" } as const;
  return retryLater(response);
}
