import * as z from "zod";
import type { Channel, Outgoing } from "@/domain/delivery/channel";
import { vendorsGiven } from "../posted/check";
import { fitItems } from "../posted/fit";
import { type ReceiverResponse, jsonIn, retryLater, posted, type PostedResponse } from "../posted/posted";
import { isPage } from "../posted/words";
import {
  getExcerpt,
  muteText,
  repeatedText,
  restText,
  getSource,
  testText,
  getTitle,
  getView,
  type ShownItem,
} from "../posted/view";

/** Teams allows 28 kB per message. Our limit is lower, even if Teams escapes every non-ASCII character. */
const limits = { items: 20, excerpt: 350, bytes: 26_000, rest: 500, url: 1_500 };

const userInput = vendorsGiven({
  name: "teams",
  hosts: /(?:\.logic\.azure\.com|\.powerplatform\.com|\.webhook\.office\.com)(?::443)?$/,
  path: /./,
  fault: "Enter the URL shown by the “Post to a channel when a webhook request is received” workflow",
});

export const teams: Channel<PostedResponse[]> = {
  ...posted({ isVendors: userInput.isVendors, spacingMs: 250, knowsRepetition: false, postingOf, toOutcome }),
  given: userInput,
  render: async (message) => {
    const view = getView(message, limits.excerpt);
    const actions = [
      { type: "Action.OpenUrl", title: "All matches", url: view.links.notifications },
      { type: "Action.OpenUrl", title: "Settings", url: view.links.settings },
      ...view.mutes.map(({ keyword, url }) => ({ type: "Action.OpenUrl", title: muteText(keyword), url })),
    ];
    const heading = richText([{ text: view.heading, weight: "Bolder", size: "Medium" }]);
    const notes = view.notes.map((text) => richText([{ text, isSubtle: true }]));
    const max =
      limits.bytes - limits.rest - bytesOf(getBody({ body: [repeated, heading, ...notes], actions }));
    const items = view.items.slice(0, limits.items);
    const shown = fitItems(items, { max, render: itemParts, sizeOf: bytesOf });
    const rest = restText(view, shown.length);
    const body = [
      heading,
      ...(view.isTest ? [richText([{ text: testText }])] : shown.flat()),
      ...(rest === null ? [] : [richText([{ text: rest, isSubtle: true }])]),
      ...notes,
    ];
    return { count: view.total, message: { body, actions } };
  },
};

type Part = Record<string, unknown>;

/** Text runs aren't parsed as markup, so user content is shown verbatim and can't mention anyone. */
function richText(runs: Part[], more: Part = {}): Part {
  return { type: "RichTextBlock", ...more, inlines: runs.map((run) => ({ type: "TextRun", ...run })) };
}

function itemParts(item: ShownItem): Part[] {
  const opens =
    item.url !== "" && item.url.length <= limits.url
      ? { selectAction: { type: "Action.OpenUrl", url: item.url } }
      : {};
  const runs = getExcerpt(item).map(({ text, isHeard }) => (isHeard ? { text, weight: "Bolder" } : { text }));
  return [
    richText([{ text: getSource(item), isSubtle: true, size: "Small" }], { separator: true }),
    richText([{ text: getTitle(item), weight: "Bolder", ...opens }], { spacing: "None" }),
    ...(runs.length === 0 ? [] : [richText(runs, { spacing: "Small" })]),
  ];
}

const rendered = z.object({ body: z.array(z.unknown()), actions: z.array(z.unknown()) });
const repeated = richText([{ text: repeatedText, italic: true }]);

function postingOf({ message, isUnclear }: Outgoing) {
  const { body, actions } = rendered.parse(message);
  return { body: JSON.stringify(getBody({ body: [...(isUnclear ? [repeated] : []), ...body], actions })) };
}

function getBody(card: { body: unknown[]; actions: unknown[] }): object {
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    ...{ type: "AdaptiveCard", version: "1.4" },
    ...card,
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  return { type: "message", attachments: [{ contentType, contentUrl: null, content }] };
}

function bytesOf(part: unknown): number {
  return JSON.stringify(part).replace(/[^\0-\x7f]/g, "\\uXXXX").length;
}

/** Workflow errors, such as `{"error": {"code": "WorkflowNotFound", "message": …}}`. */
const workflowError = z.object({ error: z.object({ code: z.string().min(1) }) });

/** Sent with status 400 if the workflow was turned off or deleted. */
const turnedOffCode = "WorkflowTriggerIsNotEnabled";

/** Sent with status 200 by connectors if Teams itself rejected the message. */
const connectorError = /^\s*Webhook message delivery failed with error: (?:.*?\bHTTP error (\d{3}))?/s;

function toOutcome(response: ReceiverResponse) {
  const { status, text } = response;
  if (isPage(text)) return retryLater(response);
  const rejection = status === 200 ? connectorError.exec(text) : null;
  if (rejection !== null) {
    const reason = rejection[1] ?? "200";
    return reason === "413"
      ? ({ kind: "refused", reason } as const)
      : ({ kind: "later", reason, waitMs: null } as const);
  }
  if (status >= 200 && status < 300) return { kind: "sent", id: null } as const;
  const code = jsonIn(text, workflowError)?.error.code;
  const isGone = status === 401 || status === 404 || status === 410 || code === turnedOffCode;
  if (isGone && code !== undefined) return { kind: "gone", reason: String(status) } as const;
  if (status === 400 || status === 413) return { kind: "refused", reason: String(status) } as const;
  return retryLater(response);
}
