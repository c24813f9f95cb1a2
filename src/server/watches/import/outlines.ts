import { Parser } from "htmlparser2";
import { importLimits } from "@/domain/text/imported-file";
import { isUrl } from "@/domain/text/url";
import { getPlaces } from "./columns";
import type { Draft } from "./draft";
import { type Entry, getEntry, fileFault, head, siteTermFor } from "./entry";

const alertFeed = /^https?:\/\/(?:www\.)?google\.[a-z.]+\/alerts\/feeds\//i;
const alertTitle = /^Google Alerts?\s*[-–—:]/i;

const chunkLength = 65_536;

interface Outline {
  line: number;
  title: string;
  url: string;
}

/** Reads OPML, a list of feeds. Feeds of searches and alerts contain the search terms. */
export function* entriesOfOutlines(text: string): Generator<Entry, void, void> {
  const outlines: Outline[] = [];
  let isOpml = false;
  let levels = 0;
  let [counted, line] = [0, 1];
  const parser = new Parser(
    {
      onopentag: (name, { text: label = "", title = label, xmlUrl, xmlurl = xmlUrl ?? "" }) => {
        levels += 1;
        if (levels > importLimits.levels)
          throw fileFault(`The file is nested more than ${importLimits.levels} levels deep.`);
        if (name === "opml") isOpml = true;
        if (name !== "outline") return;
        line += text.slice(counted, parser.startIndex).split("\n").length - 1;
        counted = parser.startIndex;
        if (title.trim() !== "" || xmlurl !== "")
          outlines.push({ line, title: title.trim(), url: xmlurl.trim() });
      },
      onclosetag: () => void (levels -= 1),
    },
    { xmlMode: true },
  );
  for (let at = 0; at < text.length; at += chunkLength) {
    parser.write(text.slice(at, at + chunkLength));
    // Long comments can precede the root element.
    if (isOpml) yield* outlines.splice(0).map(entryOfOutline);
  }
  parser.end();
  if (isOpml) return yield* outlines.map(entryOfOutline);
  yield {
    line: 1,
    text: head(text),
    problem: "Unsupported format. The only XML format we support is OPML.",
  };
}

function entryOfOutline({ line, title, url }: Outline): Entry {
  const shown = head(url === "" ? title : `${title} ${url}`.trim());
  if (title.length > importLimits.line || url.length > importLimits.line)
    return { line, text: shown, problem: "This outline is too long." };
  const alert = title.slice(alertTitle.exec(title)?.[0].length ?? title.length).trim();
  if (alert !== "" && (url === "" || alertFeed.test(url))) return getEntry(line, alert);
  if (url === "")
    return {
      line,
      text: shown,
      problem: "Folders are skipped; their entries are listed below.",
    };
  const searched = isUrl(url) ? new URL(url).searchParams.get("q")?.trim() : undefined;
  const place = searched ? placeOfSearch(url) : null;
  if (searched && place !== null) return getEntry(line, searched, place);
  return {
    line,
    text: shown,
    problem: "This is a feed, not a keyword. Add a keyword and choose this feed as its place.",
  };
}

/** Returns the place of a search URL, or the whole site. Null if it isn't one of our sites. */
function placeOfSearch(address: string): Partial<Draft> | null {
  const [path = ""] = address.split("?", 1);
  const meant = siteTermFor(path.slice(0, path.lastIndexOf("/") + 1));
  if (meant === null) return null;
  const [kind, name = ""] = meant.split(":");
  return kind === "in" ? { places: getPlaces(name) } : { places: [{ site: name, name: "all" }] };
}
