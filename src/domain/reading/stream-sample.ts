/** Keep one in this many posts of the largest stream, matched or not. The full stream is millions a day. */
export const sampledOneIn = 200;

/** True if a post is in the sample. Depends only on its fullname, so all processes agree. */
export function isSampled(fullname: string, oneIn = sampledOneIn): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < fullname.length; at += 1)
    hash = Math.imul(hash ^ fullname.charCodeAt(at), 0x01000193) >>> 0;
  // The low bits of this hash mostly depend on the last characters. The high bits depend on all.
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8) % oneIn === 0;
}
