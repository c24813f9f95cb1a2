import { expect, test } from "vitest";
import { deviceName } from "@/domain/text/device-name";

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each<[userAgent: string | null, expected: string]>([
  [null, "Unknown device"],
  ["", "Unknown device"],
  ["curl/8.5.0", "Unknown device"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0", "Firefox on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/156.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/156.0 Safari/537.36 Edg/156.0`,
    "Edge on Windows",
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1.15`, "Safari on Mac"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} CriOS/156.0 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${blink} Chrome/156.0 Mobile Safari/537.36`,
    "Chrome on Android",
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/156.0.0.0 Safari/537.36`, "Chrome on Linux"],
  ["SomethingNew/1.0 (X11; Linux)", "Linux"],
])("%s", (userAgent, expected) => {
  expect(deviceName(userAgent)).toBe(expected);
});
