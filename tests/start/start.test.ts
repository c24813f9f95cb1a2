import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "../../scripts/build.mjs";
import {
  bareEnvironment,
  freshCopy,
  copyBuild,
  listens,
  notInProduction,
  getProcesses,
  pruning,
  typeCommand,
  until,
  untilGone,
  type Started,
} from "../support/copy";
import { getMail, getMails, signIn, getTitles, getUrl } from "../support/demo-account";
import { startSandbox } from "../../sandbox/server";
import { choosePort } from "../../scripts/ports.mjs";
import { createEmptyDatabase } from "../support/database";
import { readmeCommands } from "../support/readme";
import { testSettings } from "../support/settings";

const copy = freshCopy();
const [[startCommand]] = readmeCommands() as [[string]];
const all: Started[] = [];

function start(folder = copy.folder, env = bareEnvironment(), command = startCommand): Started {
  const started = typeCommand(command, folder, env);
  all.push(started);
  return started;
}

const ready = (started: Started) =>
  until(started, "the app to be ready", () => started.output().includes("Earshot is ready."));

beforeAll(async () => {
  await ensureBuilt();
  copyBuild(copy.folder);
}, 600_000);

afterAll(async () => {
  for (const { npm } of all) {
    try {
      process.kill(-npm.pid!, "SIGTERM");
    } catch {
      // It has already exited.
    }
  }
  await untilGone(copy.folder);
  copy.remove();
});

// The tests share one installation: each continues after the previous one.
describe("npm start in a fresh copy", () => {
  let first: Started;

  test("installs the required packages and starts, and the demo account gets notifications and an email", async () => {
    first = start();
    await ready(first);
    expect(first.output()).toContain("Installing packages");
    expect(first.output()).not.toContain("Building the app");
    const isInstalled = (name: string) => existsSync(path.join(copy.folder, "node_modules", name));
    expect(["next", "ioredis-mock"].filter(isInstalled)).toEqual(["next", "ioredis-mock"]);
    expect(
      ["fast-check", "eslint", "knip", "prisma-cli", "prisma", "lighthouse"].filter(isInstalled),
    ).toEqual([]);
    const token = await signIn(first.appUrl());
    await until(first, "notifications", async () => (await getTitles(first.appUrl(), token)).length);
    await until(first, "an email", async () => (await getMails(first.sandboxUrl())).length);
    expect(statSync(path.join(copy.folder, ".data/secrets.json")).mode & 0o777).toBe(0o600);
  });

  test("notifies of a manually written post at the next poll and schedules its email", async () => {
    const title = "A hand-written question about tidewater";
    const written = await fetch(`${first.sandboxUrl()}/control/post`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ subreddit: "smallbusiness", title, selftext: "Does anybody know?" }),
    });
    expect(written.ok).toBe(true);
    const token = await signIn(first.appUrl());
    const url = await until(first, "its notification", () => getUrl(first.appUrl(), token, title));
    // On Free, it waits for the window of the previous email to end.
    const latestMs = Date.now() + 15 * 60_000;
    const message = await getMail(first.appUrl(), token, url);
    expect(["owed", "pending", "frozen", "sent"]).toContain(message?.status);
    expect(Date.parse(message!.slot)).toBeLessThanOrEqual(latestMs);
  });

  test("leaves no processes after the launcher is killed, and the next start repeats no setup", async () => {
    expect(getProcesses(copy.folder).length).toBeGreaterThan(0);
    first.npm.kill("SIGKILL");
    await untilGone(copy.folder);
    first = start();
    await ready(first);
    for (const step of ["Installing", "Generating", "Building"]) expect(first.output()).not.toContain(step);
    const token = await signIn(first.appUrl());
    expect((await getTitles(first.appUrl(), token)).length).toBeGreaterThan(0);
  });

  test("starts again after all processes except the database server were killed", async () => {
    const isServer = ({ command }: { command: string }) => command.includes("/bin/postgres");
    const others = getProcesses(copy.folder).filter((found) => !isServer(found));
    expect(others.length).toBeGreaterThanOrEqual(4); // launcher, database supervisor, sandbox, app
    // Stopped first, so no process sees another one exit.
    for (const { pid } of others) process.kill(pid, "SIGSTOP");
    for (const { pid } of others) process.kill(pid, "SIGKILL");
    await first.exited;
    expect(getProcesses(copy.folder).filter(isServer)).toHaveLength(1);
    first = start();
    await ready(first);
  });

  test("a second checkout runs at the same time on other ports", async () => {
    const second = `${copy.folder}-second`;
    execFileSync("cp", ["-al", copy.folder, second]);
    rmSync(path.join(second, ".data"), { recursive: true, force: true });
    chmodSync(second, 0o700); // like folders in /root, which the PostgreSQL user can't read
    try {
      const extra = start(second);
      await ready(extra);
      expect(extra.appUrl()).not.toBe(first.appUrl());
      expect(extra.sandboxUrl()).not.toBe(first.sandboxUrl());
      await signIn(extra.appUrl());
      await signIn(first.appUrl());
      process.kill(-extra.npm.pid!, "SIGINT");
      await extra.exited;
      await untilGone(second);
    } finally {
      const location = path.join(second, ".data/postgres/location");
      if (existsSync(location))
        rmSync(path.dirname(readFileSync(location, "utf8")), { recursive: true, force: true });
      rmSync(second, { recursive: true, force: true });
    }
  });

  test("Ctrl-C stops it cleanly", async () => {
    const urls = [first.appUrl(), first.sandboxUrl()];
    process.kill(-first.npm.pid!, "SIGINT");
    await first.exited;
    await untilGone(copy.folder);
    for (const url of urls) expect(await listens(url)).toBe(false);
    expect(existsSync(path.join(copy.folder, ".data/postgres/cluster/postmaster.pid"))).toBe(false);
  });

  test("runs with .env.example copied unchanged", async () => {
    cpSync(path.join(copy.folder, ".env.example"), path.join(copy.folder, ".env"));
    first = start();
    await ready(first);
    process.kill(-first.npm.pid!, "SIGINT");
    await first.exited;
    rmSync(path.join(copy.folder, ".env"));
  });

  test("with --real, reports an unreachable site without emailing users, and alerts once it is reachable", async () => {
    const port = await choosePort();
    const outside = bareEnvironment({
      HACKERNEWS_API_URL: `http://127.0.0.1:${port}/hackernews`,
      LOBSTERS_URL: `http://127.0.0.1:${port}/lobsters`,
      BLUESKY_STREAM_URLS: `ws://127.0.0.1:${port}/bluesky/subscribe`,
      BLUESKY_API_URL: `http://127.0.0.1:${port}/bluesky`,
    });
    first = start(copy.folder, outside, `${startCommand} -- --real`);
    await ready(first);
    expect(first.output()).toMatch(
      /^ {2}Real +Hacker News\b.*\n {2}Not real +email .*every account has Pro\)\n {2}Off +.*Reddit\b/m,
    );
    expect(existsSync(path.join(copy.folder, ".data/real/postgres"))).toBe(true);
    const says = (text: string) => until(first, text, () => first.output().includes(`\n${text}`));
    await says("Hacker News has been unreachable since");
    expect(await getMails(first.sandboxUrl())).toEqual([]);
    const invite = typeCommand("npm run invite -- --real a@earshot.example", copy.folder, bareEnvironment());
    expect(await invite.exited, invite.output()).toBe(0);
    const world = await startSandbox({ port, stream: false, historyHours: 0 });
    try {
      await says("Hacker News is reachable again.");
      world.hackerNews.world.write({ title: "We made it open source" });
      await until(first, "an alert", async () =>
        (await getMails(first.sandboxUrl())).some((html) => /We made it (?:<[^>]*>)*open source/.test(html)),
      );
    } finally {
      await world.close();
    }
    process.kill(-first.npm.pid!, "SIGINT");
    await first.exited;
    await untilGone(copy.folder);
  });

  test("simulates no services if NODE_ENV is production", async () => {
    const production = start(
      copy.folder,
      bareEnvironment({ NODE_ENV: "production", PORT: String(await choosePort()) }),
    );
    expect(await production.exited).not.toBe(0);
    for (const name of ["DATABASE_URL", "NEXTAUTH_SECRET", "CRON_SECRET", "RESEND_API_KEY"]) {
      expect(production.output()).toContain(`${name}: is not set`);
    }
    expect(production.output()).not.toContain("sandbox");
  });

  test("redirects and the content security policy also work with live reload", async () => {
    const port = String(await choosePort());
    const url = `http://localhost:${port}`;
    const settings = {
      ...testSettings,
      PORT: port,
      APP_URL: url,
      DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    };
    const served = typeCommand("node scripts/serve.mjs --dev", copy.folder, bareEnvironment(settings));
    all.push(served);
    await until(served, "the server", () => served.output().includes("Earshot listens on"));
    for (const [screen, target] of [
      ["/dashboard", "/login"],
      ["/subscription/cancel", "/login"],
      ["/no-such-page", "/"],
    ]) {
      const response = await fetch(`${url}${screen}`, { redirect: "manual" });
      expect([screen, response.status, response.headers.get("location")]).toEqual([screen, 307, target]);
    }
    const policy = (await fetch(`${url}/login`)).headers.get("content-security-policy");
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic' 'unsafe-eval'/);
    process.kill(-served.npm.pid!, "SIGTERM");
    await served.exited;
  });

  test("the README's production commands build, migrate and serve without development packages", async () => {
    const commands = readmeCommands().at(-1)!;
    const database = await createEmptyDatabase();
    const port = String(await choosePort());
    const settings = {
      ...testSettings,
      DATABASE_URL: database.url,
      PORT: port,
      APP_URL: `http://localhost:${port}`,
    };
    const [build, ...others] = commands.slice(0, -1);
    for (const command of [build!, ...pruning, ...others]) {
      const ran = typeCommand(command, copy.folder, bareEnvironment(settings));
      expect(await ran.exited, ran.output()).toBe(0);
    }
    for (const name of notInProduction)
      expect([name, existsSync(path.join(copy.folder, "node_modules", name))]).toEqual([name, false]);
    const served = typeCommand(commands.at(-1)!, copy.folder, bareEnvironment(settings));
    all.push(served);
    await until(served, "the server", () => served.output().includes("Earshot listens on"));
    expect((await fetch(`${settings.APP_URL}/api/health/ready`)).status).toBe(200);
    process.kill(-served.npm.pid!, "SIGTERM");
    await served.exited;
    // npm exits before the server has finished its last response.
    await expect.poll(() => listens(settings.APP_URL), { timeout: 30_000 }).toBe(false);
    await database.drop();
  });
});
