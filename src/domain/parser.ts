/**
 * A pure function that parses a response. Input and output are copied between threads, so they are plain
 * data, and expected failures are part of the output: an error that it throws is a bug.
 */
export type Parser = (input: never) => unknown;

/**
 * Makes one of the site's `parsers` run in a worker thread with a deadline, in turn with those of other
 * hosts. Rejects with a SiteError: "malformed" if the response takes too long or too much memory,
 * "unavailable" if too many others wait.
 */
export type InThread = <Input, Output>(parser: (input: Input) => Output) => ThreadedParser<Input, Output>;
export type ThreadedParser<Input, Output> = (input: Input, host: string) => Promise<Awaited<Output>>;
