/** Page of a link to a preview: the form for an answer, or words in place of the preview (SH2, SH5). */
export interface SharePage {
  title: string;
  text: string;
  /** HTTP; absent: 200 */
  status?: number;
  /** sheet of the watermark and the form */
  look: string;
  form?: {
    action: string;
    hidden: Record<string, string>;
    /** fields in the state in which they were sent */
    name: string;
    remark: string;
    agrees: boolean | null;
    longest: { name: number; remark: number };
    /** problem to show, and the field that it is about; '' for none */
    problem: string;
    field: 'name' | 'answer' | 'remark' | '';
  };
  links: { title: string; href: string }[];
}
