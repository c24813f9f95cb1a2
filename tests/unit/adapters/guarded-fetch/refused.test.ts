import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardWith, listen, type Listener } from "./stage";

/** Internal or invalid URLs in many notations. PORT stands for the listener's port. */
const addresses = [
  ...["http://127.0.0.1/", "http://127.0.0.1:PORT/", "https://127.0.0.1:PORT/", "http://127.0.0.1.:PORT/"],
  ...["http://127.1:PORT/", "http://127.0.1/", "http://2130706433:PORT/", "http://2130706433/"],
  ...["http://0x7f000001:PORT/", "http://0x7f.0.0.1/", "http://0x7f.1/", "http://0x7F.0x0.0x0.0x1/"],
  ...["http://0177.0.0.1:PORT/", "http://017700000001/", "http://0177.1/", "http://127.0.0.0x1/"],
  ...["http://0:PORT/", "http://0/", "http://0.0.0.0:PORT/", "http://0.0.0.0/", "http://00000000/"],
  ...["http://127.127.127.127/", "http://127.255.255.255/", "http://127.0.0.2:PORT/"],
  ...["http://①②⑦.⓪.⓪.①/", "http://127。0。0。1:PORT/", "http://１２７.0.0.1/", "http://%31%32%37.0.0.1/"],
  ...["http://127.0.0.1%2e/", "http://l%6fcalhost:PORT/", "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/"],
  ...["http://localhost/", "http://localhost:PORT/", "http://LOCALHOST/", "http://localhost.:PORT/"],
  ...["http://feed.localhost/", "http://localhost.localdomain/", "http://intranet/", "http://db:PORT/"],
  ...["http://printer.local/", "http://metadata.google.internal/", "http://metadata/", "http://nas.lan/"],
  ...["http://router.home.arpa/", "http://wiki.corp/", "http://files.home/", "http://x.internal./"],
  ...[
    "http://[::1]/",
    "http://[::1]:PORT/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::]/",
    "http://[::]:PORT/",
  ],
  ...["http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]:PORT/", "http://[::127.0.0.1]/"],
  ...["http://[::ffff:0:127.0.0.1]/", "http://[64:ff9b::127.0.0.1]/", "http://[64:ff9b:1::7f00:1]/"],
  ...["http://[2002:7f00:1::]/", "http://[2001::7f00:1]/", "http://[fe80::1]/", "http://[fe80::1%25eth0]/"],
  ...["http://[fe80::1%eth0]/", "http://[fec0::1]/", "http://[fc00::1]/", "http://[fd00:ec2::254]/"],
  ...["http://[ff02::1]/", "http://[2001:db8::1]/", "http://[100::1]/", "http://[::ffff:169.254.169.254]/"],
  ...["http://10.0.0.1/", "http://10.255.255.255/", "http://172.16.0.1/", "http://172.31.255.254/"],
  ...["http://192.168.0.1/", "http://192.168.255.255/", "http://169.254.169.254/latest/meta-data/"],
  ...["http://169.254.0.1/", "http://2852039166/", "http://0xa9fea9fe/", "http://0251.0376.0251.0376/"],
  ...["http://100.64.0.1/", "http://100.127.255.255/", "http://100.100.100.200/", "http://168.63.129.16/"],
  ...["http://192.0.0.192/", "http://192.0.2.1/", "http://198.18.0.1/", "http://198.51.100.7/"],
  ...["http://203.0.113.9/", "http://224.0.0.251/", "http://239.255.255.250/", "http://240.0.0.1/"],
  ...["http://255.255.255.255/", "http://user:password@127.0.0.1/", "http://user@feeds.example/"],
  ...["https://:@feeds.example@localhost/", "http://feeds.example:8080/", "https://feeds.example:22/"],
  ...["ftp://feeds.example/", "file:///etc/passwd", "gopher://127.0.0.1/", "data:text/xml,<rss/>"],
  ...["javascript:alert(1)", "blob:http://127.0.0.1/x", "ws://127.0.0.1:PORT/", "//127.0.0.1/", "127.0.0.1"],
  ...["http://", "http://[", "", "http://feeds.example:99999/", "unix:/var/run/docker.sock"],
];

describe("internal addresses", () => {
  let inside: Listener;
  let outside: Listener;
  let to = "";
  beforeAll(async () => {
    inside = await listen((_request, response) => response.end("secret"));
    outside = await listen((request, response) => {
      response.writeHead(302, { location: Buffer.from(to, "utf8").toString("latin1") }).end();
      request.resume();
    });
  });
  afterAll(() => Promise.all([inside.close(), outside.close()]));

  test(`include at least 80 distinct ones`, () => {
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.length).toBeGreaterThanOrEqual(80);
  });

  test.each(addresses)("rejects %s without a connection", async (written) => {
    const address = written.replace("PORT", String(inside.port));
    // All names resolve to this machine here.
    const send = guardWith({});
    const error = await send({ address, allowsHttp: true }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "GuardError", reason: "address" });
    if (written !== "") expect((error as Error).message).not.toContain(written);
    expect(inside.connections()).toBe(0);
  });

  const absolute = addresses.filter((address) => /^[a-z]+:/.test(address));
  test.each(absolute)("rejects a redirect to %s", async (written) => {
    to = encodeURI(written.replace("PORT", String(inside.port))).replaceAll("%25", "%");
    const start = `feeds.example:${outside.port}`;
    const send = guardWith({ "feeds.example": () => ["127.0.0.1"] }, { entries: [start] });
    const before = outside.connections();
    await expect(send({ address: `http://${start}/`, allowsHttp: true })).rejects.toMatchObject({
      name: "GuardError",
      reason: expect.stringMatching(/^(address|redirects)$/),
    });
    expect(outside.connections()).toBe(before + 1);
    expect(inside.connections()).toBe(0);
  });

  test.each([
    ["by one of its addresses", ["93.184.216.34", "127.0.0.1"]],
    ["by an IPv4 address in IPv6", ["::ffff:127.0.0.1"]],
    ["by a translated address", ["64:ff9b::7f00:1"]],
    ["to the metadata of a cloud", ["169.254.169.254"]],
    ["to an invalid address", ["inside"]],
    ["nowhere", []],
  ])("rejects a name that points inside %s", async (_name, found) => {
    const send = guardWith({ "feeds.example": () => found });
    await expect(send({ address: "http://feeds.example/", allowsHttp: true })).rejects.toMatchObject({
      name: "GuardError",
      reason: expect.stringMatching(/^(address|unknown)$/),
    });
  });

  test("rejects http if https is required", async () => {
    const send = guardWith({});
    await expect(send({ address: "http://feeds.example/", allowsHttp: false })).rejects.toMatchObject({
      reason: "address",
      message: "only https URLs are allowed",
    });
  });
});
