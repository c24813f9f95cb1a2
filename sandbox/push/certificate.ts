import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Certificate {
  key: string;
  cert: string;
}

const tag = { integer: 0x02, bits: 0x03, octets: 0x04, text: 0x0c, time: 0x18, sequence: 0x30, set: 0x31 };

/** Encoded object identifiers. */
const oid = {
  ecdsaWithSha256: Buffer.from("06082a8648ce3d040302", "hex"),
  commonName: Buffer.from("0603550403", "hex"),
  alternativeNames: Buffer.from("0603551d11", "hex"),
  basicConstraints: Buffer.from("0603551d13", "hex"),
};

/** A DER value: tag, length, content. */
function der(type: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(type, body.length), body]);
  const length = Buffer.from(body.length.toString(16).padStart(4, "0"), "hex");
  return Buffer.concat([Buffer.of(type, 0x80 | length.length), length, body]);
}

const sequence = (...content: Buffer[]) => der(tag.sequence, ...content);
const inBits = (content: Buffer) => der(tag.bits, Buffer.of(0), content);
const time = (at: Date) => der(tag.time, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, "")));

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, der(tag.octets, value));
}

/** Creates a self-signed certificate for localhost, valid for ten years. */
export function makeCertificate(now: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(
    der(tag.set, sequence(oid.commonName, der(tag.text, Buffer.from("Earshot sandbox")))),
  );
  const from = new Date(now.getTime() - 24 * 3_600_000);
  const until = new Date(now.getTime() + 3650 * 24 * 3_600_000);
  const names = sequence(
    der(0x82, Buffer.from("localhost")),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.of(1)])),
  );
  const isAuthority = sequence(Buffer.from("0101ff", "hex"));
  const algorithm = sequence(oid.ecdsaWithSha256);
  const content = sequence(
    der(0xa0, der(tag.integer, Buffer.of(2))),
    der(tag.integer, Buffer.of(1), randomBytes(15)),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension(oid.alternativeNames, names), extension(oid.basicConstraints, isAuthority))),
  );
  const signed = sequence(content, algorithm, inBits(sign("sha256", content, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(signed),
  };
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

export const certificateFile = "push-certificate.pem";
const keyFile = "push-key.pem";

/** Loads the certificate from `folder`, creating it if needed, so clients only trust it once. */
export function loadCertificate(folder: string): Certificate {
  const files = { cert: path.join(folder, certificateFile), key: path.join(folder, keyFile) };
  if (!existsSync(files.cert) || !existsSync(files.key)) {
    const made = makeCertificate(new Date());
    mkdirSync(folder, { recursive: true });
    writeFileSync(files.key, made.key, { mode: 0o600 });
    writeFileSync(files.cert, made.cert);
  }
  return { key: readFileSync(files.key, "utf8"), cert: readFileSync(files.cert, "utf8") };
}
