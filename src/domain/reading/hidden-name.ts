/** Rows name a secret URL by its origin and an id. The name is a URL, so the host can be read from it. */
export function hiddenName(address: string, id: string): string {
  return `${new URL(address).origin}/~${id}`;
}

const hidden = /^https?:\/\/[^/]+\/~[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function isHiddenName(name: string): boolean {
  return hidden.test(name);
}
