import type { PriceId } from "@/domain/plans/plan-texts";

const name = "signupIntent";
/** Enough time to confirm an email address. */
const retentionMs = 24 * 60 * 60 * 1_000;

export interface SignupIntent {
  plan?: PriceId;
  /** The name typed into the field for trying Earshot. */
  keyword?: string;
}

/** Not stored in the tab, because the link that confirms the email address opens a new one. */
export const signupIntent = {
  read: (): SignupIntent => {
    try {
      const { savedAt, ...intent } = JSON.parse(localStorage.getItem(name) ?? "{}") as SignupIntent & {
        savedAt?: number;
      };
      return Math.abs(Date.now() - (savedAt ?? 0)) < retentionMs ? intent : {};
    } catch {
      return {};
    }
  },
  save: (intent: SignupIntent) => {
    try {
      localStorage.setItem(name, JSON.stringify({ ...intent, savedAt: Date.now() }));
    } catch {
      // Storage is disabled or full: the visitor chooses again.
    }
  },
  clear: () => localStorage.removeItem(name),
};

/** Returns the screen of the plan chosen before signing in, only once, or null. */
export function consumePlan(): string | null {
  const { plan, keyword } = signupIntent.read();
  if (plan === undefined) return null;
  if (keyword === undefined) signupIntent.clear();
  else signupIntent.save({ keyword });
  return `/subscription?period=${plan}`;
}
