import { createECDH, createDecipheriv, createPublicKey, hkdfSync, verify } from "node:crypto";

/** A browser's keys of a subscription. Only they can decrypt its messages. */
export interface BrowserKeys {
  privateKey: Buffer;
  publicKey: Buffer;
  auth: Buffer;
}

/** A message or VAPID header that violates the protocol. */
export class WrongPush extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Decrypts an aes128gcm body with one record (RFC 8188, RFC 8291). */
export function openEnvelope(body: Buffer, keys: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.length > 21 ? body.readUInt32BE(16) : 0;
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + senderKey.length);
  if (senderKey.length !== 65 || record.length < 18 || record.length > recordSize)
    throw new WrongPush(400, "no aes128gcm body of one record");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(keys.privateKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.publicKey, senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), keys.auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = decrypted(() => Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]));
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new WrongPush(400, "the record has no end");
  return padded.subarray(0, end).toString("utf8");
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}

function decrypted(decipher: () => Buffer): Buffer {
  // Node's exceptions for wrong keys and modified data have no code.
  try {
    return decipher();
  } catch {
    throw new WrongPush(400, "encrypted for somebody else, or changed on its way");
  }
}

/** Verifies signature, audience and time of a VAPID header (RFC 8292) and returns the sender's key. */
export function provenSender(authorization: string, origin: string, nowMs: number): string {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (token === undefined || key === undefined) throw new WrongPush(401, "no VAPID header");
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new WrongPush(403, "the VAPID signature is not right");
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<
    string,
    unknown
  >;
  if (aud !== origin) throw new WrongPush(403, `the VAPID audience is ${String(aud)}, not ${origin}`);
  const leftSeconds = Number(exp) - nowMs / 1000;
  if (!(leftSeconds > 0 && leftSeconds <= 86_400))
    throw new WrongPush(403, "the VAPID token's time is over or too long");
  if (!/^(mailto:|https:)/.test(String(sub))) throw new WrongPush(403, "the VAPID subject is no address");
  return key;
}
