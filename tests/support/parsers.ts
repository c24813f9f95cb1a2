import type { Parser, ThreadedParser } from "@/domain/reading/parser";
import { parsePost, parsePosts, parseTitle } from "@/sites/discourse/parse";
import { isAllowed } from "@/sites/robots/robots";
import { parseCommunity, parseError, parseList, parseNodeInfo, parseOne } from "@/sites/lemmy/parse";
import { parseResponse } from "@/sites/feeds/parse";
import { parseRows } from "@/sites/stackexchange/rows";

/** Runs a parser in the test's thread. */
function here<Input, Output>(parser: Parser & ((input: Input) => Output)): ThreadedParser<Input, Output> {
  return (input) => Promise.resolve(parser(input)) as Promise<Awaited<Output>>;
}

export const stackExchangeParser = here(parseRows);
export const feedParser = here(parseResponse);
export const forumParsers = {
  posts: here(parsePosts),
  post: here(parsePost),
  title: here(parseTitle),
  isAllowed: here(isAllowed),
};
export const lemmyParsers = {
  list: here(parseList),
  one: here(parseOne),
  error: here(parseError),
  nodeInfo: here(parseNodeInfo),
  community: here(parseCommunity),
  isAllowed: here(isAllowed),
};
