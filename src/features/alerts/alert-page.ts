/** Page for alerts by mail (AL1). */
export interface AlertPage {
  title: string;
  text: string;
  /** HTTP; absent: 200 */
  status?: number;
  /** form that takes an address */
  form?: {
    action: string;
    hidden: Record<string, string>;
    frequency: 'at-once' | 'daily';
    /** address as typed */
    address: string;
    /** problem to show; '' for none */
    problem: string;
  };
  /** one form each; `description`: what the button is about */
  buttons?: { action: string; hidden: Record<string, string>; description?: string; label: string; isMain?: true }[];
  links: { title: string; href: string }[];
}
