/** A page about being told by mail (AL1). */
export interface AlertPage {
  title: string;
  text: string;
  /** HTTP; absent: 200 */
  status?: number;
  /** asks for an address */
  form?: {
    action: string;
    hidden: Record<string, string>;
    frequency: 'at-once' | 'daily';
    /** as it was typed */
    address: string;
    /** what is wrong with it; '' for nothing */
    problem: string;
  };
  /** one form each; `said`: what the button is about */
  buttons?: { action: string; hidden: Record<string, string>; said?: string; label: string; isMain?: true }[];
  links: { title: string; href: string }[];
}
