import { expect, test } from "vitest";
import { parseExpression } from "@/domain/query/parse";
import { inWords } from "@/domain/query/words";

test.each([
  ["crm", "crm"],
  ['"tide water"', "“tide water”"],
  ["crm cheap", "crm and cheap"],
  ["crm OR cheap", "crm or cheap"],
  ["a OR b OR c", "a, b or c"],
  ["crm cheap OR free", "crm and cheap, or free"],
  ["crm (cheap OR free)", "crm and either cheap or free"],
  ["(a OR b) (c OR d) e", "e and either a or b, and either c or d"],
  ["crm -jobs in:smallbusiness", "crm, without jobs, in smallbusiness"],
  ["crm -jobs -hiring", "crm, without jobs or hiring"],
  ["crm -(jobs hiring)", "crm, without (jobs and hiring)"],
  ["crm -(jobs OR hiring)", "crm, without jobs or hiring"],
  ["-jobs", "anything without jobs"],
  ["tidewater OR -jobs", "tidewater, or anything without jobs"],
  ["invoic*", "a word starting with invoic"],
  ["crm NEAR cheap", "crm within 5 words of cheap"],
  ["crm NEAR/1 cheap", "crm within 1 word of cheap"],
  ["title:hiring", "hiring in the title"],
  ["body:hiring -title:jobs", "hiring in the text, without jobs in the title"],
  ["author:spez", "anything by spez"],
  ["crm -author:automoderator", "crm, not by automoderator"],
  ["crm author:(a OR b)", "crm, by a or b"],
  ["crm site:hackernews", "crm, on Hacker News"],
  ["crm -site:elsewhere", "crm, not on elsewhere"],
  ["crm flair:question", "crm, with the flair question"],
  ["crm type:comment", "crm, only if it's a comment"],
  ["crm -type:post", "crm, unless it's a post"],
  ["crm link:example.com", "crm, with a link to example.com"],
  ["crm is:nsfw", "crm, marked NSFW"],
  ["crm -is:nsfw", "crm, not marked NSFW"],
  ["crm -is:bot", "crm, not marked as a bot's"],
  ["a OR author:b", "a, or anything by b"],
  ['"or" x', "“or” and x"],
  [
    'tidewater OR "tide water" bookkeep* -virginia',
    "tidewater; or “tide water” and a word starting with bookkeep, without virginia",
  ],
  ["((a OR b) c OR d) e", "e and either (c and either a or b) or d"],
])("describes %s as: %s", (text, words) => {
  const { expression } = parseExpression(text);
  expect(inWords(expression!, new Map([["hackernews", "Hacker News"]]))).toBe(words);
});
