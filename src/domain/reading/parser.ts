/** Must be pure with plain data, because it is copied between threads. An error it throws is a bug. */
export type Parser = (input: never) => unknown;

/**
 * Rejects with a SiteError: "malformed" over time or memory or if the parser throws, "unavailable" if too many
 * others wait.
 */
export type InThread = <Input, Output>(parser: (input: Input) => Output) => ThreadedParser<Input, Output>;
export type ThreadedParser<Input, Output> = (input: Input, host: string) => Promise<Awaited<Output>>;
