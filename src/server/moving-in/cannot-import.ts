/** What keeps a whole import from being read or saved, and that a person can mend. Printed without a stack. */
export class CannotImport extends Error {}
