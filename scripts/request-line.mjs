// What a request line may ask for, decided before Next sees it: what Next can't read it answers with a bare 400 or 500.

const known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const refused = (status, code, message, headers = {}) => ({
  path: null,
  refusal: { status, code, message, headers },
});

export const methodNotAllowed = refused(405, "METHOD_NOT_ALLOWED", "This method is not allowed here", {
  allow: known.join(", "),
});

export const notServedHere = refused(
  404,
  "NOT_FOUND",
  "This process works in the background: pages and calls are answered by the one for the web",
);

/** Of a whole address the path is asked for: that is how a proxy writes it, and a server must take it. */
function pathOf(target) {
  const [origin = ""] = /^https?:\/\/[^/?#\\]+/i.exec(target) ?? [];
  const rest = target.slice(origin.length);
  if (origin === "") return target.startsWith("/") ? target : null;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Next answers several slashes in a row with a redirect of its own; here they are one. */
const withSingleSlashes = (path) => path.replace(/^[^?]*/, (before) => before.replace(/[/\\]{2,}/g, "/"));

/** { path } that may go on to Next, or { refusal }: its status, code, message and headers. */
export function readRequestLine({ method, url }) {
  if (!known.includes(method)) return methodNotAllowed;
  const path = pathOf(url);
  // `OPTIONS *` and the like: there is nothing here to ask of the server as a whole.
  if (path === null)
    return refused(400, "VALIDATION_ERROR", "The request line must name a path, or a whole address");
  try {
    decodeURIComponent(path.split("?", 1)[0]);
  } catch {
    // Broken percent-encoding names nothing.
    return refused(404, "NOT_FOUND", "Not found");
  }
  return { path: withSingleSlashes(path), refusal: null };
}
