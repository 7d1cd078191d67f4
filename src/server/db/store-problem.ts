/**
 * The store cannot be opened, and a person has to do something about it. The message is whole sentences: what
 * happened, why, what to do; the start prints it without a stack. It never holds a password.
 */
export class StoreProblem extends Error {
  override readonly name = 'StoreProblem';
}
