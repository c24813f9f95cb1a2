/** What one request says, as its receiver shows it. */
export interface Shown {
  title: string;
  /** Lines below it; a heard word between stars. */
  lines: string[];
  /** How the receiver knows a repetition; null: it doesn't. */
  id: string | null;
  /** Its receiver's key, where the address does not say it. */
  key?: string;
}

/** A kind of receiver: what it takes and how it answers. */
export interface Kind {
  /** What is wrong with a request, as the receiver answers it; else what it shows. */
  take(request: Request, body: string): Response | Shown;
  /** How it answers what it took. */
  taken(): Response;
  /** How it answers once it is gone. */
  gone(): Response;
  /** Below the receivers' own address; the last part is its key. */
  pathOf(key: string): string;
}
