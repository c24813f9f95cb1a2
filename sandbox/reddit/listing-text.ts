import type { Entry } from "./entry";
import { envelope, jsonText } from "./envelope";
import type { Page } from "./listing";
import { getThing } from "./shapes";

/** About 15 MB: the newest pages of a whole site, which are requested repeatedly. */
const maxRemembered = 6000;

/** Serializes listings and caches the JSON of each item. Listed items never change. */
export class ListingText {
  readonly #written = new Map<Entry, string>();

  clear(): void {
    this.#written.clear();
  }

  write(page: Page, isRaw: boolean): string {
    if (!isRaw) {
      const things = page.entries.map((entry) => getThing(entry, "listing"));
      return jsonText(envelope(things, page), false);
    }
    const frame = jsonText(envelope([], page, page.entries.length), true);
    const children = page.entries.map((entry) => this.#getText(entry));
    return frame.replace('"children":[]', () => `"children":[${children.join(",")}]`);
  }

  #getText(entry: Entry): string {
    const known = this.#written.get(entry);
    if (known !== undefined) return known;
    const text = jsonText(getThing(entry, "listing"), true);
    this.#written.set(entry, text);
    // Evict the oldest: a Map keeps insertion order.
    if (this.#written.size > maxRemembered) {
      const oldest = this.#written.keys().next().value;
      if (oldest !== undefined) this.#written.delete(oldest);
    }
    return text;
  }
}
