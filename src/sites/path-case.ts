/* URL paths are case-sensitive, place names aren't: paths are lower case, capitals percent-encoded. */

/** Encodes a path for a place name: '/Forum' → '/%46orum'. */
export function foldedPath(path: string): string {
  // Other percent codes are equal in upper and lower case.
  const parts = unfoldedPath(path).split(/(%[\da-f]{2})/i);
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[A-Z]/g, getCode)))
    .join("")
    .toLowerCase();
}

export function unfoldedPath(path: string): string {
  return path.replace(/%(4[1-9a-f]|5[\da])/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function getCode(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}
