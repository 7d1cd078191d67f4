/** One article of 帮助中心: introduction, steps in order, and points to note. */
export interface HelpText {
  title: string;
  lead: string;
  steps: string[];
  note: string;
}
