/** What a receiver answers in place of taking a message. */
export type StubResponse =
  | { how: "pace"; waitSeconds?: number }
  /** A fault of its own; larger by so many bytes. */
  | { how: "5xx"; bytes?: number }
  | { how: "refused" }
  /** It was taken, and nobody hears so. */
  | { how: "lost" }
  /** The connection stands, and nothing comes. */
  | { how: "hang" };

/** Somebody with one destination on the channel; `at` says there which it is. */
export interface Listener {
  userId: string;
  at: string;
}

/** The other end of a channel, on loopback: what each has to show so that one suite can ask it all. */
export interface Receiver {
  makeListener(): Promise<Listener>;
  /** What becomes of the next request. */
  next(answer: StubResponse): void;
  /** Whether that request has come. */
  hasCome(): boolean;
  /** The listener's destination is there no longer. */
  end(listener: Listener): void;
  /** The listener's destination takes nothing for now, the others' do. */
  break(listener: Listener): void;
  /** All that was taken for a listener, each as often as it was. */
  taken(listener: Listener): string[];
  /** What of it the listener would see: a repetition that is known as one shows nothing more. */
  shown(listener: Listener): string[];
  reset(): void;
  close(): Promise<void>;
}
