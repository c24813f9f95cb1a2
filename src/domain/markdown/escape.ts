/**
 * Escapes what Markdown would take for markup, and nothing else: 'snake_case', '[deleted]', '5 * 3' and 'a - b' stay
 * as they are, because the text is also read as it stands.
 */
export function escapeMarkdown(text: string): string {
  return ESCAPES.reduce((escaped, [pattern, replacement]) => escaped.replace(pattern, replacement), text);
}

const ESCAPES: readonly (readonly [RegExp, string])[] = [
  // A backslash before punctuation, or at the end, where punctuation may follow.
  [/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\"],
  [/`/g, "\\`"],
  // Emphasis: neither a star with space on both sides nor an underscore within a word begins or ends one.
  [/(?<!^|\s)\*|\*(?!\s|$)|^\*$/g, "\\*"],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_"],
  [/~~/g, "\\~\\~"],
  // Links are "[…](…)" and references "[…]: …"; brackets alone are none.
  [/\](?=\()/g, "\\]"],
  [/^( {0,3})\[(?=[^\]]*\]:)/gm, "$1\\["],
  // Raw HTML and entities.
  [/<(?=[a-z/!?])/gi, "\\<"],
  [/&(?=#?[a-z0-9]+;)/gi, "\\&"],
  // What makes a block at the beginning of a line.
  [/^([-+*])(?=\s|$)/g, "\\$1"],
  [/^(-|=|:-|\|)(?=[-=:| ]*)/g, "\\$1"],
  [/^>/g, "\\>"],
  [/^(#{1,6})(?=\s|$)/g, "\\$1"],
  [/^(\d{1,9})([.)])(?=\s|$)/g, "$1\\$2"],
];
