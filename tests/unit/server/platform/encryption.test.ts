import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env, parseEnv } from "@/env";
import { lookupHashes, encrypt, decrypt } from "@/server/platform/encryption";
import { testSettings } from "../../../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const [older, newer] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
const row = "0192f0c1-5a3e-7c44-9d7e-2b6f1f0c8a11";
const address = "https://push.example/a-secret-end";
const use = (...keys: (string | undefined)[]) => Object.assign(env(), { ENCRYPTION_KEY: keys });

beforeAll(() => void Object.assign(process.env, required));
beforeEach(() => void use(older));

describe("an encrypted value", () => {
  it("decrypts for its row, differs each time, and doesn't contain the plaintext", () => {
    const encrypted = encrypt(address, row);
    expect(decrypt(encrypted, row)).toBe(address);
    expect(encrypt(address, row)).not.toBe(encrypted);
    expect(encrypted).not.toContain("push");
    expect(decrypt(encrypt("", row), row)).toBe("");
    expect(decrypt(encrypt("é😀", row), row)).toBe("é😀");
  });

  it("doesn't decrypt for another row", () => {
    expect(decrypt(encrypt(address, row), row.replace("0192", "0193"))).toBeNull();
  });

  it("doesn't decrypt after any change", () => {
    const encrypted = encrypt(address, row);
    const [name, body] = encrypted.split(".") as [string, string];
    const bytes = Buffer.from(body, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(decrypt(`${name}.${changed.toString("base64url")}`, row)).toBeNull();
    }
    const others = ["", ".", name, `${name}.`, `${name}.AAAA`, `${name}.${body.slice(0, 30)}`];
    // Buffer reads these bodies like the original.
    const same = [`${encrypted}.`, `${encrypted}.2`, `${encrypted}~`, `${encrypted}=`];
    for (const broken of [...others, ...same]) expect(decrypt(broken, row)).toBeNull();
  });
});

describe("ENCRYPTION_KEY=new,old", () => {
  it("encrypts with the first key and decrypts with all, but not with removed keys", () => {
    const before = encrypt(address, row);
    use(newer, older);
    expect(decrypt(before, row)).toBe(address);
    const after = encrypt(address, row);
    use(newer);
    expect(decrypt(after, row)).toBe(address);
    expect(decrypt(before, row)).toBeNull();
    use(older);
    expect(decrypt(after, row)).toBeNull();
  });

  it("computes lookup hashes for all keys, the first key's first", () => {
    const [before] = lookupHashes(address);
    use(newer, older);
    const hashes = lookupHashes(address);
    expect(hashes).toHaveLength(2);
    expect(hashes[1]).toBe(before);
    expect(lookupHashes(`${address}2`)).not.toContain(before);
  });

  it.each([
    ["", /ENCRYPTION_KEY: is not set/],
    ["short", /ENCRYPTION_KEY: must be one or more comma-separated 32-byte base64url values/],
    [`${older},`, /ENCRYPTION_KEY: must be one or more comma-separated 32-byte base64url values/],
    [
      Buffer.from(older, "base64url").toString("hex"),
      /ENCRYPTION_KEY: must be one or more comma-separated 32-byte base64url values/,
    ],
  ])("rejects '%s'", (ENCRYPTION_KEY, fault) => {
    expect(() => parseEnv({ ...required, ENCRYPTION_KEY })).toThrow(fault);
  });

  it("ignores spaces around keys", () => {
    expect(parseEnv({ ...required, ENCRYPTION_KEY: `${newer}, ${older}` }).ENCRYPTION_KEY).toEqual([
      newer,
      older,
    ]);
  });
});
