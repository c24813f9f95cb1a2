import type { Thing } from "./shapes";

/** Without raw_json, all strings are HTML-escaped again, the HTML as a whole. */
export function envelope(
  things: Thing[],
  ends: { after: string | null; before: string | null },
  dist: number = things.length,
): object {
  return {
    kind: "Listing",
    data: {
      after: ends.after,
      before: ends.before,
      dist,
      modhash: null,
      geo_filter: "",
      children: things,
    },
  };
}

export function jsonText(body: object, isRaw: boolean): string {
  const text = JSON.stringify(
    body,
    isRaw ? undefined : (_, value: unknown) => (typeof value === "string" ? escaped(value) : value),
  );
  // The site escapes these as \u sequences.
  return text.replaceAll("<", "\\u003C").replaceAll(">", "\\u003E");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
