/** DF1: a form that somebody has begun and not saved as an edition. */
export interface FormDraftLine {
  /** name of the form among those of the person */
  form: string;
  /** '' where the form has one; of new things each has its own */
  piece: string;
  /** another one with each time it is stored */
  version: string;
  title: string;
  /** path of the form, below /console */
  address: string;
  /** ISO 8601 */
  changedAt: string;
}

/** The same with what was typed, as JSON that the form alone reads. */
export interface FormDraft extends FormDraftLine {
  work: string;
}

/** DF3: stored, or not because another version is there; `other` is null where it was saved or thrown away elsewhere. */
export type StoredFormDraft = Pick<FormDraftLine, 'version' | 'changedAt'> | { other: FormDraft | null };
