/** What keeps a whole import from being read or saved, and that a person can mend. Printed without a stack. */
export class CannotImport extends Error {
  /** the same for the console */
  readonly chinese: string;

  /** @param english for the command line @param chinese for the console, without a full stop */
  constructor(english: string, chinese: string) {
    super(english);
    this.chinese = chinese;
  }
}
