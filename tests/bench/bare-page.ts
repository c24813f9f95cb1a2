import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import path from "node:path";
import { choosePort } from "../../scripts/ports.mjs";
import { root, runTool } from "../../scripts/processes.mjs";

/** A minimal Next app: a layout, a page and a route that queries the database, without our code. */
const files: Record<string, string> = {
  "package.json": `{ "name": "bare", "private": true, "type": "module" }`,
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(root)} } };`,
  // Otherwise Next would search the parent folders and find ours.
  "instrumentation.js": `export function register() {}`,
  "middleware.js": `export default function middleware() {} export const config = { matcher: "/nowhere" };`,
  "app/layout.js": `export const metadata = { title: "Bare" };
export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
  // Rendered per request, like all our screens.
  "app/page.js": `export const dynamic = "force-dynamic";
export default function Page() { return <main><h1>Bare</h1></main>; }`,
  // The same as web-control.ts, as a Next route.
  "app/list/route.js": `import pg from "pg";
export const dynamic = "force-dynamic";
const statements = JSON.parse(process.env.BENCH_STATEMENTS ?? "[]");
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
export async function GET() {
  const [list, count] = await Promise.all(statements.map(({ text, values }) => pool.query(text, values)));
  return Response.json(list.rows, { headers: { "x-total-count": String(count.rows[0].count) } });
}`,
  // A request that stays open without events.
  "app/live/route.js": `export const dynamic = "force-dynamic";
export function GET() {
  const stream = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("event: open\\n\\n")) });
  return new Response(stream, { headers: { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" } });
}`,
};

/** Builds and serves the app with these settings. `stop` ends it and deletes its files. */
export async function serveBarePage(
  settings: Record<string, string> = {},
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const folder = path.join(root, ".data/bare-page");
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  await runTool("next/dist/bin/next", ["build"], { cwd: folder, env: { NODE_ENV: "production" } });
  const port = await choosePort();
  const server = spawn(
    process.execPath,
    [path.join(root, "node_modules/next/dist/bin/next"), "start", "-p", String(port)],
    { cwd: folder, stdio: "ignore", env: { ...process.env, ...settings, NODE_ENV: "production" } },
  );
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const url = `http://localhost:${port}`;
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    if (tries === 150 || server.exitCode !== null) throw new Error("The bare page does not answer.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    pid: server.pid!,
    stop: async () => {
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
