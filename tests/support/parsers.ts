import type { Parser, ThreadedParser } from "@/domain/parser";
import { parsePost, parsePosts, parseTitle } from "@/sites/discourse/parse";
import { isAllowed } from "@/sites/discourse/robots";
import { parseResponse } from "@/sites/feeds/parse";

/** Runs a parser in the test's thread. */
function here<Input, Output>(parser: Parser & ((input: Input) => Output)): ThreadedParser<Input, Output> {
  return (input) => Promise.resolve(parser(input)) as Promise<Awaited<Output>>;
}

export const feedParser = here(parseResponse);
export const forumParsers = {
  posts: here(parsePosts),
  post: here(parsePost),
  title: here(parseTitle),
  isAllowed: here(isAllowed),
};
