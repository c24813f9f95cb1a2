/**
 * Where a place is a secret address, rows name it by the address's origin and an id. That is an address itself, so its host is
 * known everywhere, and nobody needs the secret to show it.
 */
export function hiddenName(address: string, id: string): string {
  return `${new URL(address).origin}/~${id}`;
}

const hidden = /^https?:\/\/[^/]+\/~[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** True for a name that only stands for an address. */
export function isHiddenName(name: string): boolean {
  return hidden.test(name);
}
