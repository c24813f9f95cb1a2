/**
 * If a place is a secret URL, rows name it by the URL's origin and an id. This name is a URL too, so code
 * that needs the host doesn't need the secret.
 */
export function hiddenName(address: string, id: string): string {
  return `${new URL(address).origin}/~${id}`;
}

const hidden = /^https?:\/\/[^/]+\/~[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** True for a name that replaces a secret URL. */
export function isHiddenName(name: string): boolean {
  return hidden.test(name);
}
