import {
  getDepth,
  type Expression,
  expressionLimits,
  isLeaf,
  joined,
  type Leaf,
  negated,
} from "./expression";
import { readNear, readTerm, readValue } from "./leaves";
import { printed } from "./printer";
import type { ProblemList } from "./problems";
import { type Range, termKinds, type Token } from "./tokens";

/** Maximum nesting of parentheses. Each level uses stack space. */
const deepestBracket = 2 * expressionLimits.depth;

export type Tighter = "and" | "or";

/** Recursive descent parser that visits each token once. */
export class Parser {
  readonly ranges = new Map<Expression, Range>();
  /** True if the other precedence would change the meaning. */
  isMixed = false;
  readonly #tokens: readonly Token[];
  readonly #problems: ProblemList;
  readonly #tighter: Tighter;
  #at = 0;
  #leaves = 0;
  #isExcluded = false;
  #field: Token | null = null;

  constructor(tokens: readonly Token[], problems: ProblemList, tighter: Tighter) {
    this.#tokens = tokens;
    this.#problems = problems;
    this.#tighter = tighter;
  }

  parse(): Expression | null {
    const parts: Expression[] = [];
    while (this.#at < this.#tokens.length) {
      const part = this.#sequence(0);
      if (part !== null) parts.push(part);
      const extra = this.#peek();
      if (extra === undefined) break;
      this.#problems.add("unopened-bracket", extra, { fix: { ...rangeOf(extra), text: "" } });
      this.#at++;
    }
    if (parts.length === 0) return null;
    const expression = this.#joined("and", parts);
    const whole = this.ranges.get(expression)!;
    if (getDepth(expression) > expressionLimits.depth) this.#problems.add("too-deep", whole);
    return expression;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  /** Parses up to a closing parenthesis (not consumed) or the end of the text. */
  #sequence(level: number): Expression | null {
    const parts: Expression[] = [];
    const isAlternative: boolean[] = [];
    let operator: Token | null = null;
    for (let token = this.#peek(); token !== undefined && token.kind !== "close"; token = this.#peek()) {
      if (token.kind === "and" || token.kind === "or") {
        if (parts.length === 0 || operator !== null) this.#loneOperator(token);
        else operator = token;
        this.#at++;
        continue;
      }
      const part = this.#negation(level);
      if (part !== null) {
        parts.push(part);
        isAlternative.push(operator?.kind === "or");
      }
      operator = null;
    }
    if (operator !== null) this.#loneOperator(operator);
    return parts.length === 0 ? null : this.#assembled(parts, isAlternative);
  }

  #loneOperator(token: Token): void {
    this.#problems.add("lone-operator", token, { fix: { ...rangeOf(token), text: "" } });
  }

  /** Groups consecutive parts by precedence. `isAlternative[i]` is true if OR precedes part `i`. */
  #assembled(parts: readonly Expression[], isAlternative: readonly boolean[]): Expression {
    const inner = this.#tighter;
    const outer = inner === "and" ? "or" : "and";
    const groups: Expression[][] = [];
    parts.forEach((part, index) => {
      const isNew = index === 0 || isAlternative[index] === (outer === "or");
      if (isNew) groups.push([part]);
      else groups.at(-1)!.push(part);
    });
    if (groups.length > 1 && groups.length < parts.length) this.isMixed = true;
    return this.#joined(
      outer,
      groups.map((group) => this.#joined(inner, group)),
    );
  }

  #joined(type: "and" | "or", parts: readonly Expression[]): Expression {
    const [first, last] = [this.ranges.get(parts[0]!)!, this.ranges.get(parts.at(-1)!)!];
    return this.#placed(joined(type, parts), { from: first.from, to: last.to });
  }

  #placed<E extends Expression>(expression: E, { from, to }: Range): E {
    this.ranges.set(expression, { from, to });
    return expression;
  }

  #negation(level: number): Expression | null {
    const first = this.#peek()!;
    let token: Token | undefined = first;
    let count = 0;
    for (; token?.kind === "not"; token = this.#peek()) {
      if (count++ === 1) this.#problems.add("double-not", token, { fix: { ...rangeOf(first), text: "" } });
      token.isExcluded = !this.#isExcluded;
      this.#at++;
    }
    if (token === undefined || token.kind === "close" || token.kind === "and" || token.kind === "or") {
      this.#problems.add("lone-not", first, { fix: { ...rangeOf(first), text: "" } });
      return null;
    }
    const isNegative = count % 2 === 1;
    const outside = this.#isExcluded;
    this.#isExcluded = isNegative ? !outside : outside;
    const part = this.#atom(level);
    this.#isExcluded = outside;
    if (part === null || !isNegative) return part;
    return this.#placed(negated(part), { from: first.from, to: this.ranges.get(part)!.to });
  }

  /** Consumes at least one token. Reports a problem and returns null if the token is invalid. */
  #atom(level: number): Expression | null {
    const token = this.#taken();
    if (token.kind === "open") return this.#brackets(token, level);
    if (token.kind === "field") return this.#fieldAtom(token, level);
    if (this.#leaves > expressionLimits.leaves) return null;
    const without = { fix: { ...rangeOf(token), text: "" } };
    if (token.kind === "near") {
      this.#problems.add("near-sides", token, without);
      return null;
    }
    if (this.#field !== null) return this.#leaf(readValue(this.#field, token, this.#problems), token);
    if (this.#peek()?.kind !== "near") {
      const term = readTerm(token, this.#problems);
      return this.#leaf(term && { type: "text", field: null, term }, token);
    }
    const pairs = readNear(token, (what) => this.#takenForNear(what), this.#problems);
    const found = pairs.flatMap(({ leaf, range }) => this.#leaf(leaf, range) ?? []);
    return found.length === 0 ? null : this.#joined("and", found);
  }

  #leaf(leaf: Leaf | null, range: Range): Leaf | null {
    if (leaf === null) return null;
    if (++this.#leaves === expressionLimits.leaves + 1) this.#problems.add("too-many", range);
    return this.#leaves > expressionLimits.leaves ? null : this.#placed(leaf, range);
  }

  #taken(): Token {
    const token = this.#tokens[this.#at++]!;
    token.isExcluded = this.#isExcluded;
    return token;
  }

  #takenForNear(what: "sign" | "side"): Token | null {
    const kind = this.#peek()?.kind ?? "close";
    const isFit = what === "sign" ? kind === "near" : termKinds.has(kind);
    return isFit ? this.#taken() : null;
  }

  #brackets(open: Token, level: number): Expression | null {
    if (level >= deepestBracket) {
      this.#problems.add("too-deep", open);
      this.#skipBrackets();
      return null;
    }
    const isEmpty = this.#peek()?.kind === "close";
    const inside = this.#sequence(level + 1);
    const close = this.#peek();
    this.#at++;
    const end = this.#tokens.at(-1)!.to;
    if (close === undefined) {
      const fix = inside === null ? { ...rangeOf(open), text: "" } : { from: end, to: end, text: ")" };
      this.#problems.add("unclosed-bracket", open, { fix });
    } else {
      close.isExcluded = this.#isExcluded;
      const range = { from: open.from, to: close.to };
      if (isEmpty) this.#problems.add("nothing-inside", range, { fix: { ...range, text: "" } });
    }
    return inside === null ? null : this.#placed(inside, { from: open.from, to: close?.to ?? end });
  }

  #skipBrackets(): void {
    for (let open = 1; open > 0 && this.#at < this.#tokens.length; this.#at++) {
      const { kind } = this.#peek()!;
      open += kind === "open" ? 1 : kind === "close" ? -1 : 0;
    }
  }

  #fieldAtom(name: Token, level: number): Expression | null {
    const next = this.#peek();
    if (next?.isValue !== true) {
      const isMovable = next !== undefined && termKinds.has(next.kind);
      const fix = {
        from: name.from,
        to: isMovable ? next.from : name.to,
        text: isMovable ? `${name.text}:` : "",
      };
      this.#problems.add("no-value", name, { fix, words: `${name.text}:` });
      return null;
    }
    if (this.#field !== null) this.#problems.add("only-or", name);
    const token = this.#taken();
    const found =
      token.kind === "open"
        ? this.#fieldBrackets(name, token, level)
        : this.#leaf(readValue(name, token, this.#problems), token);
    return found && this.#placed(found, { from: name.from, to: this.ranges.get(found)!.to });
  }

  #fieldBrackets(name: Token, open: Token, level: number): Expression | null {
    const outside = this.#field;
    this.#field = name;
    const inside = this.#brackets(open, level);
    this.#field = outside;
    if (inside === null) return null;
    const parts = inside.type === "or" ? inside.parts : [inside];
    const range = { from: name.from, to: this.ranges.get(inside)!.to };
    if (!parts.every(isLeaf))
      this.#problems.add("only-or", range, { fix: { ...range, text: `(${printed(inside)})` } });
    return inside;
  }
}

function rangeOf({ from, to }: Range): Range {
  return { from, to };
}
