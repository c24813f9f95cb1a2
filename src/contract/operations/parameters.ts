/** Path parameters. Values without an example are known only to the caller. */
export const parameters: Readonly<Record<string, { description: string; example?: string }>> = {
  id: { description: "The resource's _id." },
  token: { description: "The token from an email link or a one-time URL." },
  secret: { description: "The secret in the feed URL." },
  name: { description: "A subreddit's name, without r/.", example: "webdev" },
};
