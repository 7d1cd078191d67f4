/** One article of 帮助中心: what it is about, what to do in order, and what to mind. */
export interface HelpText {
  title: string;
  lead: string;
  steps: string[];
  note: string;
}
