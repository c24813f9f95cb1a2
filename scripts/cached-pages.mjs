// The API reference has hundreds of entries and is the same for all visitors except for its nonce, so each process renders it once.
// People who are signed in see a link to their dashboard, so their pages are rendered each time.
// middleware.ts counts the request, replaces the nonce and sends the page.

const sameForAll = /^\/developers(?:\/[a-z-]+)?$/;
const sessionCookie = /(?:^|;\s*)(?:__\w+-)?next-auth\.session-token(?:-\d+)?=/;
const storedHeaders = ["content-type", "cache-control", "vary", "link"];
const pages = new Map();

/** Returns the cached page for a request. If the page isn't cached yet, caches the response. */
export function cachedPage(request, response) {
  const [path, search] = request.url.split("?");
  // Client-side navigation only requests the data of a page.
  const isDocument = request.method === "GET" && request.headers.rsc === undefined;
  if (!isDocument || !sameForAll.test(path) || sessionCookie.test(request.headers.cookie ?? ""))
    return undefined;
  if (!pages.has(path) && search === undefined) keep(path, request, response);
  return pages.get(path);
}

function keep(path, request, response) {
  delete request.headers["accept-encoding"];
  const chunks = [];
  for (const name of ["write", "end"]) {
    const send = response[name];
    response[name] = function (chunk, ...more) {
      if (chunk?.length > 0) chunks.push(Buffer.from(chunk));
      return send.call(this, chunk, ...more);
    };
  }
  response.once("finish", () => {
    const [, nonce] = /'nonce-([^']+)'/.exec(response.getHeader("content-security-policy")) ?? [];
    if (response.statusCode !== 200 || nonce === undefined) return;
    const headers = storedHeaders.map((name) => [name, response.getHeader(name)]);
    pages.set(path, {
      html: Buffer.concat(chunks).toString(),
      nonce,
      headers: Object.fromEntries(
        headers.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
      ),
    });
  });
}
