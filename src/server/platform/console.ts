import { isDisconnect } from "./disconnect";
import { log, loggedError, masked } from "./log";
import { currentWork } from "./work";

/** Redirects console output of Next and libraries, including page errors. Masks quoted values. */
export function captureConsole(target: Pick<Console, "error" | "warn"> = console): void {
  target.error = (...said: unknown[]) => {
    if (isAboutDisconnect(said)) log().debug(getEntry(said), "a client disconnected");
    else log().error(getEntry(said), "console output");
  };
  target.warn = (...said: unknown[]) => log().warn(getEntry(said), "console output");
}

/** Next also logs pages that failed because the client disconnected, and aborted uploads. */
function isAboutDisconnect(said: readonly unknown[]): boolean {
  return currentWork().signal?.aborted === true || said.some(isDisconnect);
}

function getEntry(said: readonly unknown[]): object {
  const error = said.find((one) => one instanceof Error);
  const digest = error !== undefined && "digest" in error ? String(error.digest) : undefined;
  const texts = said.filter((one) => typeof one === "string").map(plain);
  const text = texts.length > 0 ? masked(texts.join(" ")) : undefined;
  return { error: error && loggedError(error), digest, text };
}

function plain(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g"), "").trim();
}
