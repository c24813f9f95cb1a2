export type Attributes = Readonly<Record<string, string>>;

/** Differences between the sites' HTML. */
export interface Dialect {
  /** Returns the absolute URL of a link, or null to show only its text. */
  getAddress(href: string): string | null;
  /** True for spoilers, which must not be readable in an email. */
  isSpoiler?(attributes: Attributes): boolean;
  /** True for links whose title is a spoiler. */
  hasHiddenTitle?(attributes: Attributes): boolean;
  /** Links without text are emotes, which are omitted. */
  hasEmotes?: boolean;
  /** Shows images instead of their descriptions. */
  hasImages?: boolean;
  /** Shows tables as tables. Elsewhere they are often used for layout, so cells become paragraphs. */
  hasTables?: boolean;
  hasSuperscript?: boolean;
  /** Fenced code arrives as inline code with line breaks. */
  hasFencesInLine?: boolean;
}
