import { expect, test } from "vitest";
import { isPushEndpoint } from "@/channels/push/push-hosts";

const list =
  "fcm.googleapis.com, *.notify.windows.com ,web.push.apple.com,127.0.0.1:4101,localhost,[::1]:4101,*.push.example:8443";

test.each<[string, boolean]>([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://FCM.GoogleAPIs.com/fcm/send/abc", true],
  ["https://fcm.googleapis.com./fcm/send/abc", true],
  ["https://wns2-by3p.notify.windows.com/w/?token=abc", true],
  ["https://a.b.notify.windows.com/w", true],
  ["https://127.0.0.1:4101/push/v1/a", true],
  ["https://[::1]:4101/push/v1/a", true],
  ["https://localhost/push", true],
  ["https://fcm.googleapis.com:443/fcm/send/abc", true],
  ["https://a.push.example:8443/w", true],
  // A port other than the default or the listed one.
  ["https://localhost:9999/push", false],
  ["https://fcm.googleapis.com:8443/fcm/send/abc", false],
  ["https://fcm.googleapis.com:22/", false],
  ["https://a.notify.windows.com:444/w", false],
  ["https://a.push.example/w", false],
  ["https://127.0.0.1:443/push/v1/a", false],
  // Not https, or with credentials.
  ["http://fcm.googleapis.com/fcm/send/abc", false],
  ["ftp://fcm.googleapis.com/", false],
  ["https://user@fcm.googleapis.com/", false],
  ["https://user:word@fcm.googleapis.com/", false],
  ["//fcm.googleapis.com/", false],
  ["fcm.googleapis.com", false],
  ["", false],
  // Similar names.
  ["https://fcm.googleapis.com.evil.example/", false],
  ["https://evilfcm.googleapis.com/", false],
  ["https://sub.fcm.googleapis.com/", false],
  ["https://notify.windows.com/", false],
  ["https://evilnotify.windows.com/", false],
  ["https://evil.example/?fcm.googleapis.com", false],
  ["https://evil.example#fcm.googleapis.com", false],
  ["https://fcm.googleapis.com@evil.example/", false],
  ["https://fcm.googleapis.com\\@evil.example/", true],
  // The host and its network.
  ["https://127.0.0.1/", false],
  ["https://127.0.0.1:4102/", false],
  ["https://2130706433:4101/", true],
  ["https://10.0.0.1/", false],
  ["https://169.254.169.254/latest/meta-data", false],
  ["https://[::ffff:127.0.0.1]:4101/", false],
])("%s is allowed: %s", (endpoint, expected) => {
  expect(isPushEndpoint(endpoint, list)).toBe(expected);
});

test("allows no host for an empty list or a bare asterisk", () => {
  expect(isPushEndpoint("https://fcm.googleapis.com/", "")).toBe(false);
  expect(isPushEndpoint("https://fcm.googleapis.com/", " , *, *.")).toBe(false);
});
