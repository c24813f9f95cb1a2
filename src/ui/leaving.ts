/** Asks the user; true when the page may be left. */
type Question = () => Promise<boolean>;

let standing: Question | null = null;

/** Has whatever leaves the page by code ask first; answers how to stop. There is one such question at a time. */
export function askBeforeLeaving(question: Question): () => void {
  standing = question;
  return () => {
    if (standing === question) standing = null;
  };
}

/** To be awaited before the page is left by code: true when nothing is lost by it, or the user doesn't mind. */
export async function mayLeave(): Promise<boolean> {
  return standing === null || standing();
}
