import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/env";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Keys derived from one entry of ENCRYPTION_KEY: separate keys for encryption and hashing. */
interface Key {
  /** Prefix of the encrypted text that selects the key for decryption. */
  name: string;
  encryption: Buffer;
  hashing: Buffer;
}

let derived: { from: readonly string[]; keys: Key[] } | undefined;

/** The first key encrypts; every key can decrypt. */
function keys(): Key[] {
  const from = env().ENCRYPTION_KEY;
  if (derived?.from !== from) derived = { from, keys: from.map(getKey) };
  return derived.keys;
}

function getKey(text: string): Key {
  const secret = Buffer.from(text, "base64url");
  const part = (use: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, "", `earshot ${use}`, bytes));
  return {
    name: part("name", 6).toString("base64url"),
    encryption: part("encryption", 32),
    hashing: part("hashing", 32),
  };
}

export function olderKeyNames(): string[] {
  return keys()
    .slice(1)
    .map(({ name }) => name);
}

/** Encrypts a text for the row with this id. It can't be decrypted in another row. */
export function encrypt(text: string, rowId: string): string {
  const [key] = keys();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key!.encryption, iv).setAAD(Buffer.from(rowId));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${key!.name}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url")}`;
}

/** Decrypts a text of this row. Returns null if the key is unknown or the text was modified. */
export function decrypt(encrypted: string, rowId: string): string | null {
  const [name, body = ""] = encrypted.split(".");
  const key = keys().find((one) => one.name === name);
  const bytes = Buffer.from(body, "base64url");
  if (key === undefined || bytes.length < ivBytes + tagBytes) return null;
  // Buffer ignores characters that aren't base64url, so other texts would decrypt to the same.
  if (encrypted !== `${name}.${bytes.toString("base64url")}`) return null;
  const decipher = createDecipheriv(algorithm, key.encryption, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(rowId))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/** One per key. New rows use the first; existing rows can have any of them. */
export function lookupHashes(text: string): string[] {
  return keys().map(({ hashing }) => createHmac("sha256", hashing).update(text).digest("base64url"));
}
