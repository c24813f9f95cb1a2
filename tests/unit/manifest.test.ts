import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { getRedirect } from "@/domain/route-table";
import { getSharedLink } from "@/domain/shared-link";

interface Manifest {
  id: string;
  start_url: string;
  scope: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  shortcuts: { name: string; url: string }[];
  share_target: { action: string; method: string; params: Record<string, string> };
}
const manifest = JSON.parse(readFileSync("src/app/manifest.webmanifest", "utf8")) as Manifest;
const { icons, share_target: target } = manifest;

/** Next.js serves files in public/, and icons in src/app by name. */
const fileOf = (src: string) =>
  [path.join("public", src), path.join("src/app", src)].find((file) => existsSync(file))!;

test("keeps the installed app's id, scope and start URL", () => {
  expect([manifest.id, manifest.scope, manifest.start_url]).toEqual(["/", "/", "/dashboard"]);
});

/** The pixels of a PNG with eight bits per channel. */
function readPng(file: string) {
  const bytes = readFileSync(file);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const channels = ({ 2: 3, 6: 4 } as Record<number, number>)[bytes[25]!]!;
  const packed: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      packed.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(packed));
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [at % stride, Math.floor(at / stride)];
    const left = x < channels ? 0 : pixels[at - channels]!;
    const above = y === 0 ? 0 : pixels[at - stride]!;
    const corner = x < channels || y === 0 ? 0 : pixels[at - stride - channels]!;
    const guess = [0, left, above, (left + above) >> 1, nearest(left, above, corner)];
    pixels[at] = raw[y * (stride + 1) + 1 + x]! + guess[raw[y * (stride + 1)]!]!;
  }
  return { width, height, channels, pixels };
}

function nearest(left: number, above: number, corner: number): number {
  const [a, b, c] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

test.each(icons)("$src exists with the declared type and sizes", ({ src, sizes, type }) => {
  const bytes = readFileSync(fileOf(src));
  const kind = type === "image/svg+xml" ? "<svg " : "\u0089PNG\r";
  expect(bytes.toString("latin1", 0, 5)).toBe(kind);
  if (sizes !== "any") expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
});

test.each(icons.filter(({ purpose }) => purpose === "maskable"))(
  "$src is maskable: it fills its square, and its content is within the safe zone",
  ({ src }) => {
    const { width, height, channels, pixels } = readPng(fileOf(src));
    // The image has no transparency.
    expect(channels).toBe(3);
    const ground = pixels.subarray(0, 3);
    let farthest = 0;
    for (let at = 0; at < pixels.length; at += 3) {
      if (ground.every((value, channel) => pixels[at + channel] === value)) continue;
      const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
      farthest = Math.max(farthest, Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2));
    }
    expect(farthest).toBeGreaterThan(0.3 * width);
    expect(farthest).toBeLessThan(0.4 * width);
  },
);

test("contains regular and maskable icons in both required sizes", () => {
  const sizesOf = (of: string) =>
    icons.filter(({ purpose = "any" }) => purpose === of).map(({ sizes }) => sizes);
  expect(sizesOf("maskable")).toEqual(["192x192", "512x512"]);
  expect(sizesOf("any")).toEqual(["any", "192x192", "512x512"]);
});

test.each(manifest.shortcuts)("the shortcut to $url opens a screen of the app", ({ url }) => {
  const { pathname } = new URL(url, "https://earshot.example");
  expect(getRedirect(pathname, true)).toBeNull();
  expect(getRedirect(pathname, false)).toBe("/login");
});

test("the share target is a screen for all users and uses the parameter names it reads", () => {
  expect(target.method).toBe("GET");
  for (const isSignedIn of [true, false]) expect(getRedirect(target.action, isSignedIn)).toBeNull();
  const link = "https://news.example/a";
  for (const name of Object.values(target.params)) expect(getSharedLink({ [name]: link })).toBe(link);
});
