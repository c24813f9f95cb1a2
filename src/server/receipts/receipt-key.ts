import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { ReceiptKeyResponse, ReceiptSignature } from "@/contract/receipt";
import { canonicalJson } from "@/domain/text/canonical-json";
import { env } from "@/env";

/** DER header of an Ed25519 private key in PKCS #8, followed by the seed. */
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex");

function readKey() {
  const seed = env().RECEIPT_KEY;
  if (seed === undefined) return null;
  const der = Buffer.concat([pkcs8Header, Buffer.from(seed, "base64url")]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey).export({ format: "jwk" }).x!;
  const keyId = createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("base64url");
  return { privateKey, publicKey, keyId };
}

export const receiptIssuer = (): string => new URL(env().APP_URL).origin;

/** Signs the canonical JSON. Null without RECEIPT_KEY. */
export function signReceipt(receipt: object): ReceiptSignature | null {
  const key = readKey();
  if (key === null) return null;
  const value = sign(null, Buffer.from(canonicalJson(receipt)), key.privateKey).toString("base64url");
  return { algorithm: "Ed25519", keyId: key.keyId, value };
}

export function getReceiptKey(): ReceiptKeyResponse {
  const key = readKey();
  return {
    ...{ issuer: receiptIssuer(), algorithm: "Ed25519" },
    ...{ keyId: key?.keyId ?? null, publicKey: key?.publicKey ?? null },
  };
}
