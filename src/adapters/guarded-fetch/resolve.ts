import { promises as dns } from "node:dns";
import { GuardError } from "./guard-error";

/** The addresses of a host, in IP notation; throws GuardError. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;

/** Names that are set apart for documents and tests: nobody can have one. */
const nobodys = /\.(?:example|test)$/;

/**
 * By asking the name servers: waits for a slow one hold none of the few threads that reading files and hashing passwords
 * need, and end with the signal.
 */
export const resolveOutside: Resolve = async (host, signal) => {
  if (nobodys.test(host)) throw new GuardError("unknown", "no such host");
  const resolver = new dns.Resolver({ timeout: 3_000, tries: 2 });
  const stop = () => resolver.cancel();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    const codes = answers.map((answer) => (answer.status === "rejected" ? codeOf(answer.reason) : undefined));
    const isThere = codes.some((code) => code !== "ENOTFOUND" && code !== "ENODATA");
    if (isThere) throw new GuardError("network", "the name servers don't respond", codes[0]);
    throw new GuardError("unknown", "no such host");
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

/** As the machine resolves names, its own file of hosts included: for those that the operator has named. */
export const resolveInside: Resolve = async (host) => {
  try {
    return (await dns.lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw new GuardError("unknown", "no such host", codeOf(error));
  }
};

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}
