import { z } from "zod";
import type { Channel, Outgoing } from "@/domain/channel";
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
  type ShownItem,
} from "../posted/view";

/** Teams takes 28 kB a message; ours stay well below, for what its own encoding adds. */
const limits = { items: 20, excerpt: 350, bytes: 22_000, url: 1_500 };

const given = vendorsGiven({
  name: "teams",
  hosts: /(?:\.logic\.azure\.com|\.powerplatform\.com|\.webhook\.office\.com)(?::443)?$/,
  path: /./,
  fault: "Paste the address that the workflow “Post to a channel when a webhook request is received” shows",
});

/** Workflows of Teams that a webhook request starts. They know no repetition. */
export const teams: Channel<PostedAnswer[]> = {
  ...posted({ isVendors: given.isVendors, spacingMs: 250, knowsRepetition: false, postingOf, outcomeOf }),
  given,
  render: async (message) => {
    const view = viewOf(message, limits.excerpt);
    const items = view.items.slice(0, limits.items).map(itemParts);
    while (Buffer.byteLength(JSON.stringify(items)) > limits.bytes) items.pop();
    const rest = restText(view, items.length);
    const body = [
      richText([{ text: view.heading, weight: "Bolder", size: "Medium" }]),
      ...(view.isTest ? [richText([{ text: testText }])] : items.flat()),
      ...(rest === null ? [] : [richText([{ text: rest, isSubtle: true }])]),
      ...view.notes.map((text) => richText([{ text, isSubtle: true }])),
    ];
    const actions = [
      { type: "Action.OpenUrl", title: "All matches", url: view.links.notifications },
      { type: "Action.OpenUrl", title: "Settings", url: view.links.settings },
      ...view.mutes.map(({ keyword, url }) => ({ type: "Action.OpenUrl", title: muteText(keyword), url })),
    ];
    return { count: view.total, message: { body, actions } };
  },
};

type Part = Record<string, unknown>;

/** Runs of text are no markup: what strangers wrote is shown as it is, and mentions nobody. */
function richText(runs: Part[], more: Part = {}): Part {
  return { type: "RichTextBlock", ...more, inlines: runs.map((run) => ({ type: "TextRun", ...run })) };
}

function itemParts(item: ShownItem): Part[] {
  const opens =
    item.url.length <= limits.url ? { selectAction: { type: "Action.OpenUrl", url: item.url } } : {};
  const runs = excerptOf(item).map(({ text, isHeard }) => (isHeard ? { text, weight: "Bolder" } : { text }));
  return [
    richText([{ text: sourceOf(item), isSubtle: true, size: "Small" }], { separator: true }),
    richText([{ text: titleOf(item), weight: "Bolder", ...opens }], { spacing: "None" }),
    ...(runs.length === 0 ? [] : [richText(runs, { spacing: "Small" })]),
  ];
}

const rendered = z.object({ body: z.array(z.unknown()), actions: z.array(z.unknown()) });

function postingOf({ message, isUnclear }: Outgoing) {
  const { body, actions } = rendered.parse(message);
  const again = isUnclear ? [richText([{ text: repeatedText, italic: true }])] : [];
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [...again, ...body],
    actions,
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  return {
    body: JSON.stringify({ type: "message", attachments: [{ contentType, contentUrl: null, content }] }),
  };
}

function outcomeOf(heard: Heard) {
  const { status } = heard;
  if (status >= 200 && status < 300) return { kind: "sent", id: null } as const;
  if (status === 401 || status === 404 || status === 410)
    return { kind: "gone", reason: String(status) } as const;
  if (status === 400 || status === 413) return { kind: "refused", reason: String(status) } as const;
  return laterOf(heard);
}
