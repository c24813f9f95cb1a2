/** Of what a stream tells one post in so many is held, asked for or not: a whole stream would be millions a day. */
export const sampleOf = 200;

/** Whether a post is one of them: by its fullname alone, so that it is or is not whoever reads it, and however often. */
export function isSampled(fullname: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < fullname.length; at += 1)
    hash = Math.imul(hash ^ fullname.charCodeAt(at), 0x01000193) >>> 0;
  // The low digits of such a hash follow the last characters: the high ones have seen all of them.
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8) % sampleOf === 0;
}
