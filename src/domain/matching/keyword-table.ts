import { none } from "./automaton";
import { type KeywordForms, readKeyword } from "./fold";
import { wantedBits } from "./found";
import type { MatchRule } from "./rule";

/**
 * The distinct keywords of a set of rules, and what is wanted of each. A folded keyword has entries, one for the rules
 * that take any case and one for each spelling that a case-sensitive rule asks for; what a scan finds, it finds of an
 * entry.
 */
export class KeywordTable {
  readonly keywords: string[] = [];
  /** Of each keyword its first entry. */
  readonly firstEntry: number[] = [];
  /** Of each entry the next one of its keyword, or `none`. */
  readonly nextEntry: number[] = [];
  /** Of each entry the spelling it asks for; empty where any case will do. */
  readonly spellings: string[] = [];
  /** Of each entry all that its rules want, as `wantedBits`. */
  readonly wanted: number[] = [];
  readonly #keywordIds = new Map<string, number>();
  /** Of each keyword the entry that takes any case, or `none`. */
  readonly #anyCase: number[] = [];
  readonly #bySpelling = new Map<string, number>();

  /** The entry that this rule waits for, or `none` when it can never match. */
  add(rule: MatchRule): number {
    const wanted = wantedBits(rule);
    const forms = readKeyword(rule.keyword);
    if (wanted === 0 || forms.folded === "") return none;
    const entry = this.#entryOf(forms, rule.caseSensitive);
    this.wanted[entry]! |= wanted;
    return entry;
  }

  #entryOf(forms: KeywordForms, caseSensitive: boolean): number {
    const keyword = this.#keywordOf(forms.folded);
    const known = caseSensitive ? (this.#bySpelling.get(forms.exact) ?? none) : this.#anyCase[keyword]!;
    if (known !== none) return known;
    const entry = this.wanted.push(0) - 1;
    this.spellings.push(caseSensitive ? forms.exact : "");
    this.nextEntry.push(this.firstEntry[keyword]!);
    this.firstEntry[keyword] = entry;
    if (caseSensitive) this.#bySpelling.set(forms.exact, entry);
    else this.#anyCase[keyword] = entry;
    return entry;
  }

  #keywordOf(folded: string): number {
    let id = this.#keywordIds.get(folded);
    if (id === undefined) {
      this.#keywordIds.set(folded, (id = this.keywords.push(folded) - 1));
      this.firstEntry.push(none);
      this.#anyCase.push(none);
    }
    return id;
  }
}
