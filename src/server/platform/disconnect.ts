const code = "CLIENT_DISCONNECTED";

/** Identified by code, not class: Next loads a module once per bundle. Next doesn't log this name. */
export function disconnected(): Error {
  return Object.assign(new Error("the client disconnected"), { name: "AbortError", code });
}

/** True for Node's error about a request whose connection closed before its body was complete. */
function isCutOff({ code, message, stack }: NodeJS.ErrnoException): boolean {
  return code === "ECONNRESET" && message === "aborted" && stack?.includes("abortIncoming") === true;
}

export function isDisconnect(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 4) return false;
  if ("code" in error && (error.code === code || isCutOff(error as NodeJS.ErrnoException))) return true;
  return "cause" in error && isDisconnect(error.cause, depth + 1);
}
