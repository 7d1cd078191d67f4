/** DF: what is typed in a form and not saved as an edition is stored on the server for the person who types it. */

/** UTF-16 code units of one; what is longer stays in the browser alone */
export const MOST_TYPED = 1_500_000;
/** forms of one person */
export const MOST_FORM_DRAFTS = 30;
/** days without a change after which one is removed */
export const FORM_DRAFT_DAYS = 30;
