import { log, loggedError, masked } from "./log";

/**
 * What Next and libraries write on the console becomes entries of the log: a page that fails is told of there, with
 * whatever its error quotes.
 */
export function captureConsole(target: Pick<Console, "error" | "warn"> = console): void {
  target.error = (...said: unknown[]) => log().error(entryOf(said), "console output");
  target.warn = (...said: unknown[]) => log().warn(entryOf(said), "console output");
}

function entryOf(said: readonly unknown[]): object {
  const error = said.find((one) => one instanceof Error);
  const digest = error !== undefined && "digest" in error ? String(error.digest) : undefined;
  const texts = said.filter((one) => typeof one === "string").map(plain);
  const text = texts.length > 0 ? masked(texts.join(" ")) : undefined;
  return { error: error && loggedError(error), digest, text };
}

/** Without the colours of a terminal. */
function plain(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g"), "").trim();
}
