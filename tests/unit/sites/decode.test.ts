import { describe, expect, test } from "vitest";
import { decoded } from "@/sites/decode";

/** Text in Latin-1, with other bytes as numbers. */
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from([part]))),
  );
const xml = (label: string) => `<?xml version='1.0' encoding='${label}'?>`;
const type = (label: string) => `text/xml; charset=${label}`;

test.each([
  ["windows-1252", [0x93, 0x64, 0x92, 0x80, 0x97], "“d’€—"],
  ["ISO-8859-1", [0x93, 0x64, 0x92, 0x80, 0x97], "“d’€—"],
  ["latin1", [0x81, 0x8d, 0x9d], "\u0081\u008d\u009d"],
  ["us-ascii", [0x92, 0xe9], "’é"],
  ["ascii", [0x92], "’"],
  ["iso-8859-15", [0xa4], "€"],
  ["windows-1251", [0xcf, 0xf0, 0x88], "Пр€"],
  ["windows-1250", [0x8a, 0x9c], "Šś"],
  ["windows-1254", [0xde, 0x80], "Ş€"],
  ["iso-8859-9", [0xde, 0x80], "Ş€"],
  ["windows-874", [0x80, 0xa1], "€ก"],
  ["tis-620", [0xa1], "ก"],
  ["koi8-r", [0xc1, 0xa3], "аё"],
  ["koi8-u", [0xae], "ў"],
  ["macintosh", [0xd2], "“"],
  ["x-sjis", [0x93, 0x64], "電"],
  ["shift_jis", [0x83, 0x65], "テ"],
  ["euc-jp", [0xc5, 0xc5], "電"],
  ["iso-2022-jp", [0x1b, 0x24, 0x42, 0x45, 0x45, 0x1b, 0x28, 0x42], "電"],
  ["gb2312", [0xc4, 0xe3], "你"],
  ["gb18030", [0x81, 0x30, 0x84, 0x37], "¦"],
  ["big5", [0xa7, 0x41], "你"],
  ["ks_c_5601-1987", [0xb0, 0xa1], "가"],
  ["x-user-defined", [0x92], "\uf792"],
  ["unicode-1-1-utf-8", [0xc3, 0xa9], "é"],
])("reads %s according to the Encoding Standard", (label, body, text) => {
  expect(decoded(bytes("<a>", ...body), type(label))).toBe(`<a>${text}`);
  expect(decoded(bytes(xml(label), ...body), "application/rss+xml")).toBe(`${xml(label)}${text}`);
});

describe("reads invalid bytes as windows-1252 and the others as declared", () => {
  test.each([
    ["UTF-8", "utf-8", ["caf", 0xc3, 0xa9, " don", 0x92, "t ", 0x80, " 5"], "café don’t € 5"],
    ["undeclared UTF-8", null, ["Gr", 0xfc, 0xdf, "e, caf", 0xc3, 0xa9], "Grüße, café"],
    ["truncated UTF-8", "utf-8", ["a", 0xe2, 0x82], "aâ‚"],
    ["overlong UTF-8", "utf-8", [0xc0, 0xaf, 0xe0, 0x80, 0xaf], "À¯à€¯"],
    ["surrogates in UTF-8", "utf-8", [0xed, 0xa0, 0x80], "í\u00a0€"],
    [
      "code points that don't exist",
      "utf-8",
      [0xf4, 0x90, 0x80, 0x80, 0xf0, 0x9f, 0x98, 0x80],
      "ô\u0090€€😀",
    ],
    ["Shift_JIS", "shift_jis", [0x93, 0x64, " x", 0xff, "y ", 0x83, 0x65], "電 xÿy テ"],
    ["GBK", "gbk", [0xc4, 0xe3, " ", 0xff, " ", 0xba, 0xc3], "你 ÿ 好"],
    ["EUC-KR", "euc-kr", [0xb0, 0xa1, " ", 0xff], "가 ÿ"],
    ["Greek", "windows-1253", [0xe1, 0xd2], "αÒ"],
    ["Hebrew", "iso-8859-8", [0xe0, 0xa1], "א¡"],
  ])("in %s", (_name, label, body, text) => {
    expect(decoded(bytes("<a>", ...body), label === null ? null : type(label))).toBe(`<a>${text}`);
  });

  test.each(["hz-gb-2312", "iso-2022-kr", "iso-2022-cn", "replacement"])(
    "keeps the ASCII of %s, which browsers replace as a whole",
    (label) => {
      expect(decoded(bytes("<a>Acme ~{VP~}", 0x92), type(label))).toBe("<a>Acme ~{VP~}’");
    },
  );

  test("in any number", () => {
    const many = Buffer.alloc(3_000_000, 0x92);
    expect(decoded(many, null)).toBe("’".repeat(many.length));
    const mixed = Buffer.alloc(3_000_000, "電 \u0092", "latin1");
    for (const label of ["shift_jis", "big5", "gb18030", "euc-kr", "utf-16le"])
      expect(decoded(mixed, type(label)).length).toBeGreaterThan(1_000_000);
  });
});

describe("choice of encoding", () => {
  const text = "<a>Grüße 漢";
  const wide = Buffer.from(text, "utf16le");
  test.each<[string, Buffer, string | null, string]>([
    ["a byte order mark before the header", Buffer.from(`\ufeff${text}`), type("latin1"), text],
    ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${text}`, "utf16le"), type("utf-8"), text],
    ["UTF-16 detected by its zeros", wide, null, text],
    ["UTF-16 with its bytes swapped", Buffer.from(wide).swap16(), type("utf-16"), text],
    ["half of a UTF-16 character", wide.subarray(0, -1), type("utf-16le"), "<a>Grüße \ufffd"],
    ["a header before the declaration", Buffer.from(`${xml("latin1")}é`), type("utf-8"), `${xml("latin1")}é`],
    ["UTF-16 in a header of single bytes", Buffer.from(text), type("utf-16"), text],
    ["an unknown label", bytes("<a>", 0xe9), type("klingon"), "<a>é"],
    ["a quoted label", bytes("<a>", 0xc1), 'text/xml;Charset="koi8-r"', "<a>а"],
    ["nothing", Buffer.from(text), null, text],
    ["no bytes", Buffer.alloc(0), null, ""],
  ])("%s", (_name, body, contentType, expected) => {
    expect(decoded(body, contentType)).toBe(expected);
  });
});
