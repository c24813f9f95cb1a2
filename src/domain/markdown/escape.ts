/** Keeps "snake_case", "[deleted]", "5 * 3" and "a - b", because people also read it as plain text. */
export function escapeMarkdown(text: string): string {
  return ESCAPES.reduce((escaped, [pattern, replacement]) => escaped.replace(pattern, replacement), text);
}

const ESCAPES: readonly (readonly [RegExp, string])[] = [
  // A backslash before punctuation, or at the end, because punctuation can follow.
  [/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\"],
  [/`/g, "\\`"],
  // Emphasis, except an asterisk between spaces or an underscore within a word.
  [/(?<!^|\s)\*|\*(?!\s|$)|^\*$/g, "\\*"],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_"],
  [/~~/g, "\\~\\~"],
  // Links are "[…](…)" and references "[…]: …". Other brackets are plain text.
  [/\](?=\()/g, "\\]"],
  [/^( {0,3})\[(?=[^\]]*\]:)/gm, "$1\\["],
  [/<(?=[a-z/!?])/gi, "\\<"],
  [/&(?=#?[a-z0-9]+;)/gi, "\\&"],
  [/^([-+*])(?=\s|$)/g, "\\$1"],
  [/^(-|=|:-|\|)(?=[-=:| ]*)/g, "\\$1"],
  [/^>/g, "\\>"],
  [/^(#{1,6})(?=\s|$)/g, "\\$1"],
  [/^(\d{1,9})([.)])(?=\s|$)/g, "$1\\$2"],
];
