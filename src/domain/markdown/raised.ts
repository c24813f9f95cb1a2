/** True if raised text after `before` is part of a word, as in 2². Only then is it written with its sign. */
export function isRaised(before: string): boolean {
  return /[\p{L}\p{N}\p{M}_]$/u.test(before);
}
