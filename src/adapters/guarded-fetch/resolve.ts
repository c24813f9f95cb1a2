import { promises as dns } from "node:dns";
import { GuardError } from "./guard-error";

/** Resolves a host to IP addresses. Throws GuardError. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;

/** Top-level domains reserved for documentation and tests. */
const reservedDomain = /\.(?:example|test)$/;

/** Unlike `dns.lookup`, can be aborted and leaves the thread pool to file reads and password hashing. */
export const resolveOutside: Resolve = async (host, signal) => {
  if (reservedDomain.test(host)) throw new GuardError("unknown", "no such host");
  const resolver = new dns.Resolver({ timeout: 3_000, tries: 2 });
  const stop = () => resolver.cancel();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const responses = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = responses.flatMap((response) => (response.status === "fulfilled" ? response.value : []));
    if (found.length > 0) return found;
    const codes = responses.map((response) =>
      response.status === "rejected" ? getCode(response.reason) : undefined,
    );
    const isThere = codes.some((code) => code !== "ENOTFOUND" && code !== "ENODATA");
    if (isThere) throw new GuardError("network", "the name servers don't respond", codes[0]);
    throw new GuardError("unknown", "no such host");
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

/** Resolves listed hosts like the operating system, including /etc/hosts. */
export const resolveInside: Resolve = async (host) => {
  try {
    return (await dns.lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw new GuardError("unknown", "no such host", getCode(error));
  }
};

export function getCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}
