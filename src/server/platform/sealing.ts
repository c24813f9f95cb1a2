import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/env";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** One entry of ENCRYPTION_KEY, taken apart: nothing that seals is used to hash, and the other way round. */
interface Key {
  /** Stands before what it sealed, so that opening need not try them all. */
  name: string;
  sealing: Buffer;
  hashing: Buffer;
}

let derived: { from: readonly string[]; keys: Key[] } | undefined;

/** The first seals, all open. */
function keys(): Key[] {
  const from = env().ENCRYPTION_KEY;
  if (derived?.from !== from) derived = { from, keys: from.map(keyOf) };
  return derived.keys;
}

function keyOf(text: string): Key {
  const secret = Buffer.from(text, "base64url");
  const part = (use: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, "", `earshot ${use}`, bytes));
  return {
    name: part("name", 6).toString("base64url"),
    sealing: part("sealing", 32),
    hashing: part("hashing", 32),
  };
}

/** By what a sealed text begins, of each key that opens and seals no more. */
export function olderKeyNames(): string[] {
  return keys()
    .slice(1)
    .map(({ name }) => name);
}

/** Encrypts a text for the row of this id: copied to another row it can't be opened. */
export function seal(text: string, rowId: string): string {
  const [key] = keys();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key!.sealing, iv).setAAD(Buffer.from(rowId));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${key!.name}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** What was sealed for the row of this id; null where no key of ours opens it, or somebody has changed it. */
export function unseal(sealed: string, rowId: string): string | null {
  const [name, body = ""] = sealed.split(".");
  const key = keys().find((one) => one.name === name);
  const bytes = Buffer.from(body, "base64url");
  if (key === undefined || bytes.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key.sealing, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(rowId))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  // Node says by throwing that it is not what was sealed.
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/**
 * By what a sealed text is looked up, under each key: what is new is stored under the first, what is there may be under
 * another.
 */
export function lookupHashes(text: string): string[] {
  return keys().map(({ hashing }) => createHmac("sha256", hashing).update(text).digest("base64url"));
}
