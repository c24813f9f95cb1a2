import { noisyKeywordAdvice } from "@/domain/delivery/noisy-keywords";
import { mailNotAffiliatedText } from "@/domain/reading/site-texts";
import type { AlertEntry, AlertView, Segment } from "./alert-view";

const lineLength = 76;

/** The plain text part. Same content as the HTML part, with matches between asterisks. */
export function alertText(view: AlertView): string {
  const { links, operator } = view;
  return [
    view.heading,
    "",
    ...wrapped(plain(view.intro)),
    ...view.notes.flatMap(wrapped),
    ...(view.noisy === null ? [] : [...wrapped(`${view.noisy} ${noisyKeywordAdvice}:`), links.watches]),
    ...view.entries.flatMap((entry) => ["", ...entryText(entry)]),
    "",
    "--",
    `All notifications: ${links.notifications}`,
    `Change frequency:  ${links.settings}`,
    ...view.mutes.map(({ keyword, url }) => `Mute “${keyword}” until tomorrow: ${url}`),
    `Unsubscribe:       ${links.unsubscribe}`,
    `${operator.name}, ${operator.address}. ${mailNotAffiliatedText}`,
    "",
  ].join("\n");
}

function entryText(entry: AlertEntry): string[] {
  const when = entry.day === null ? entry.time : `${entry.day} ${entry.time}`;
  return [
    `${when}  ${entry.place},${entry.source.replace(/^[\s\u00a0]+/, " ")}`,
    ...wrapped(plain(entry.title)),
    ...wrapped(plain(entry.excerpt)),
    entry.url,
    ...(entry.mentionUrl === null ? [] : [`In Earshot: ${entry.mentionUrl}`]),
    ...entry.elsewhere.map(({ place, url }) => `Also on ${place}${url === null ? "" : `: ${url}`}`),
  ];
}

function plain(segments: readonly Segment[]): string {
  return segments.map(({ text, isHeard }) => (isHeard ? `*${text}*` : text)).join("");
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
