import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const mib = 1024 * 1024;

/** Expensive responses of hostile hosts, by path. */
const hostile: Record<string, { type: string; body: string }> = {
  "/nested.json": {
    type: "application/feed+json",
    body: `{"version":"https://jsonfeed.org/version/1.1","items":${"[".repeat(2_400_000)}`,
  },
  "/closed.json": { type: "application/json", body: `${"[".repeat(mib)}${"]".repeat(mib)}` },
  "/attributes.html": {
    type: "text/html",
    body: `<html><body ${Array.from({ length: 400_000 }, (_, n) => `a${n}=1`).join(" ")}>`,
  },
  "/nested.html": { type: "text/html", body: `<html><head>${"<div>".repeat(400_000)}` },
  "/nested.xml": { type: "application/rss+xml", body: `<rss><channel>${"<item>".repeat(300_000)}` },
  "/entities.xml": {
    type: "application/rss+xml",
    body: `<rss><channel><title>${"&amp;".repeat(400_000)}</title></channel></rss>`,
  },
  "/spaces.xml": {
    type: "application/rss+xml",
    body: `<rss><channel><item><title>${" ".repeat(2 * mib)}x</title>`,
  },
  "/attributes.xml": {
    type: "application/atom+xml",
    body: `<feed ${Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`).join(" ")}><entry/></feed>`,
  },
  "/long.xml": {
    type: "application/rss+xml",
    body: `<rss><channel><title>x</title>${`<item><title>t</title><description>${"&lt;b&gt;word&lt;/b&gt; *_[".repeat(4_000)}</description></item>`.repeat(15)}</channel></rss>`,
  },
  "/robots.txt": { type: "text/plain", body: `User-agent: *\n${"Disallow: /*a*b*c*d$\n".repeat(25_000)}` },
};

export const hostilePaths = Object.keys(hostile);

export async function serveHostileSites(): Promise<{ host: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const found = hostile[new URL(request.url ?? "/", "http://localhost").pathname];
    response.writeHead(found ? 200 : 404, { "content-type": found?.type ?? "text/plain" });
    response.end(found?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
