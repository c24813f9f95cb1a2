import { expect, test } from "vitest";
import { ownAddresses, getUserAgent } from "@/adapters/guarded-fetch/process-wide";
import { guardWith } from "./stage";

const settings = {
  APP_URL: "https://earshot.example",
  PORT: 3000,
  DATABASE_URL: "postgresql://earshot:secret@db.lan/earshot",
  DIRECT_DATABASE_URL: "postgresql://earshot:secret@[fd00::2]:6432/earshot",
  UPSTASH_REDIS_REST_URL: "http://10.1.2.3:8079",
};

test("identifies itself with URL and contact address in ASCII", () => {
  const said = getUserAgent({ APP_URL: settings.APP_URL, SUPPORT_EMAIL: "support@bücher.example" });
  expect(said).toBe("Earshot (+https://earshot.example; support@bcher.example)");
});

test("lists the app, its port, its databases and the rate limit store as own addresses", () => {
  expect(ownAddresses(settings)).toEqual([
    { host: null, port: "3000" },
    { host: "earshot.example", port: "443" },
    { host: "db.lan", port: "5432" },
    { host: "fd00::2", port: "6432" },
    { host: "10.1.2.3", port: "8079" },
  ]);
});

test("treats a database socket as local and ignores missing settings", () => {
  const atSocket = { APP_URL: "http://localhost:8080", PORT: 8080, DATABASE_URL: "postgresql:///earshot" };
  expect(
    ownAddresses({ ...atSocket, DIRECT_DATABASE_URL: undefined, UPSTASH_REDIS_REST_URL: undefined }),
  ).toEqual([
    { host: null, port: "8080" },
    { host: "localhost", port: "8080" },
    { host: null, port: "5432" },
  ]);
});

test.each([
  ["https://earshot.example/feed"],
  ["http://127.0.0.1:3000/feed"],
  ["http://localhost:3000/feed"],
  ["http://db.lan:5432/"],
  ["http://nas.lan:5432/"],
  ["http://[fd00::2]:6432/"],
  ["http://10.1.2.3:8079/get/x"],
  ["http://169.254.169.254/latest/meta-data/"],
])("rejects %s even if all private addresses are listed", async (address) => {
  const names = { "db.lan": () => ["10.0.0.5"], "nas.lan": () => ["10.0.0.5"] };
  const entries = ["0.0.0.0/0", "::/0", "db.lan", "nas.lan", "localhost", "earshot.example"];
  const request = guardWith(names, { entries, own: ownAddresses(settings) });
  await expect(request({ address, allowsHttp: true })).rejects.toMatchObject({
    reason: "address",
    message: address.includes("169.254") ? /private network/ : /our own/,
  });
});
