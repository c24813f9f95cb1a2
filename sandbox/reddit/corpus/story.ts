/**
 * A topic of posts. Words in braces are filled in from `slots.ts`; '|' in square brackets separates
 * alternatives.
 */
export interface Story {
  titles: readonly string[];
  paragraphs: readonly string[];
}

export interface Bank {
  stories: readonly Story[];
  comments: readonly string[];
  links: readonly { title: string; url: string }[];
  flairs: readonly string[];
}

/** Texts that contain exactly one watched keyword. */
export interface Matched {
  posts: readonly { title: string; text: string }[];
  comments: readonly string[];
}
