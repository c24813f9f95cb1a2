import { receiptKeyResponse, receiptResponse, type Receipt } from "@/contract/receipt";
import { canonicalJson } from "@/domain/text/canonical-json";

/** `changed`: the text differs from the signed one. `foreign`: signed by another server's key. */
export type Verdict =
  | { outcome: "valid" | "changed"; receipt: Receipt; keyId: string }
  | { outcome: "foreign" | "unsigned"; receipt: Receipt }
  | { outcome: "malformed" | "unsupported" | "no-key" | "not-loaded" };

/** The file must be formatted as issued, or indented by two spaces: other bytes count as a change. */
export async function verifyReceipt(text: string, publishedKey: unknown): Promise<Verdict> {
  const file = parsed(text);
  if (file === null) return { outcome: "malformed" };
  const { receipt, signature } = file;
  if (signature === null) return { outcome: "unsigned", receipt };
  const key = receiptKeyResponse.safeParse(publishedKey);
  if (!key.success) return { outcome: "not-loaded" };
  if (key.data.publicKey === null) return { outcome: "no-key" };
  if (signature.keyId !== key.data.keyId) return { outcome: "foreign", receipt };
  const bytes = fromBase64url(signature.value);
  const publicKey = fromBase64url(key.data.publicKey);
  if (bytes === null || publicKey === null) return { outcome: "changed", receipt, keyId: signature.keyId };
  try {
    const imported = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    const signed = new TextEncoder().encode(canonicalJson(receipt));
    const isValid = await crypto.subtle.verify("Ed25519", imported, bytes, signed);
    return { outcome: isValid ? "valid" : "changed", receipt, keyId: signature.keyId };
  } catch {
    return { outcome: "unsupported" };
  }
}

function parsed(text: string) {
  try {
    const json: unknown = JSON.parse(text);
    const isAsIssued = [JSON.stringify(json), JSON.stringify(json, null, 2)].includes(text.trim());
    const file = receiptResponse.safeParse(json);
    if (!isAsIssued || !file.success) return null;
    return canonicalJson(file.data) === canonicalJson(json) ? file.data : null;
  } catch {
    return null;
  }
}

/** Null unless this is the only encoding of its bytes. */
function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const again = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    return again === text ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
