/** What a call is about, handed to its handler. */
export interface Call {
  request: Request;
  params: Record<string, string>;
  now: Date;
  userAgent: string | null;
  /** Work done once the answer is on its way; its failure is logged. */
  after: (task: () => Promise<unknown>) => void;
}
