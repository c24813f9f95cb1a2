/** Whether raised text behind this text is part of a word, as in 2². Where a word begins its sign isn't written. */
export function isRaised(before: string): boolean {
  return /[\p{L}\p{N}\p{M}_]$/u.test(before);
}
