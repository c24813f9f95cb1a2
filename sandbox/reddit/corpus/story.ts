/**
 * Something that people write about. Words in braces are filled in from `slots.ts`, so that one story is told in
 * many ways; '|' inside square brackets separates sentences of which one is taken.
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

/** What people say with a watched phrase in it. Each text holds its own phrase and no other. */
export interface Heard {
  posts: readonly { title: string; text: string }[];
  comments: readonly string[];
}
