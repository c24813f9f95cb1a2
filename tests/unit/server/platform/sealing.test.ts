import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env, parseEnv } from "@/env";
import { lookupHashes, seal, unseal } from "@/server/platform/sealing";
import { testSettings } from "../../../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const [older, newer] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
const row = "0192f0c1-5a3e-7c44-9d7e-2b6f1f0c8a11";
const address = "https://push.example/a-secret-end";
const use = (...keys: (string | undefined)[]) => Object.assign(env(), { ENCRYPTION_KEY: keys });

beforeAll(() => void Object.assign(process.env, required));
beforeEach(() => void use(older));

describe("what is sealed", () => {
  it("opens for its row, never twice the same, and says nothing of itself", () => {
    const sealed = seal(address, row);
    expect(unseal(sealed, row)).toBe(address);
    expect(seal(address, row)).not.toBe(sealed);
    expect(sealed).not.toContain("push");
    expect(unseal(seal("", row), row)).toBe("");
    expect(unseal(seal("é😀", row), row)).toBe("é😀");
  });

  it("opens for no other row", () => {
    expect(unseal(seal(address, row), row.replace("0192", "0193"))).toBeNull();
  });

  it("opens no more when any of it was changed", () => {
    const sealed = seal(address, row);
    const [name, body] = sealed.split(".") as [string, string];
    const bytes = Buffer.from(body, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(unseal(`${name}.${changed.toString("base64url")}`, row)).toBeNull();
    }
    for (const broken of ["", ".", name, `${name}.`, `${name}.AAAA`, `${name}.${body.slice(0, 30)}`])
      expect(unseal(broken, row)).toBeNull();
  });
});

describe("ENCRYPTION_KEY=new,old", () => {
  it("the first seals, all open, and one that is gone opens nothing", () => {
    const before = seal(address, row);
    use(newer, older);
    expect(unseal(before, row)).toBe(address);
    const after = seal(address, row);
    use(newer);
    expect(unseal(after, row)).toBe(address);
    expect(unseal(before, row)).toBeNull();
    use(older);
    expect(unseal(after, row)).toBeNull();
  });

  it("what is looked up is found under each of them, the first's before", () => {
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
  ])("'%s' stops the start", (ENCRYPTION_KEY, fault) => {
    expect(() => parseEnv({ ...required, ENCRYPTION_KEY })).toThrow(fault);
  });

  it("blanks around the keys do no harm", () => {
    expect(parseEnv({ ...required, ENCRYPTION_KEY: `${newer}, ${older}` }).ENCRYPTION_KEY).toEqual([
      newer,
      older,
    ]);
  });
});
