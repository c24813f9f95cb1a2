/** The content of a request, as the receiver shows it. */
export interface Shown {
  title: string;
  /** Lines below the title, with highlighted words between asterisks. */
  lines: string[];
  /** The id that the receiver uses to detect duplicates, or null. */
  id: string | null;
  /** The receiver's key, if the URL doesn't contain it. */
  key?: string;
}

/** A kind of receiver with its validation and responses. */
export interface Kind {
  /** Returns an error response for an invalid request, otherwise the content to show. */
  take(request: Request, body: string): Response | Shown;
  /** Response to a valid message. */
  taken(): Response;
  /** Response after the receiver has been removed. */
  gone(): Response;
  /** Path below /receivers/KIND. The last part is the key. */
  getPath(key: string): string;
}
