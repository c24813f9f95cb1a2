export interface Call {
  request: Request;
  params: Record<string, string>;
  now: Date;
  userAgent: string | null;
  /** Runs a task after the response has been sent. Errors are logged. */
  after: (task: () => Promise<unknown>) => void;
}
