/** The failures of a receiver. */
export type StubResponse =
  | { how: "pace"; waitSeconds?: number }
  /** A server error. The response is padded by `bytes`. */
  | { how: "5xx"; bytes?: number }
  | { how: "refused" }
  /** The message is accepted, but the response is lost. */
  | { how: "lost" }
  /** The connection stays open without a response. */
  | { how: "hang" };

/** A user with one destination on the channel. `at` identifies it at the receiver. */
export interface Listener {
  userId: string;
  at: string;
}

/** The receiving end of a channel, on loopback, as needed by the shared suite. */
export interface Receiver {
  makeListener(): Promise<Listener>;
  /** Sets the response to the next request. */
  next(response: StubResponse): void;
  /** True if that request has arrived. */
  hasCome(): boolean;
  /** Removes the listener's destination. */
  end(listener: Listener): void;
  /** Makes the listener's destination fail temporarily. Others keep working. */
  break(listener: Listener): void;
  /** All messages accepted for a listener, with duplicates. */
  taken(listener: Listener): string[];
  /** The messages the listener would see, without recognized repetitions. */
  shown(listener: Listener): string[];
  reset(): void;
  close(): Promise<void>;
}
