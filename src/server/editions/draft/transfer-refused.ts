/** `name` is what the sender calls itself; it counts for nothing, `key` does. */
export interface Sender {
  name: string;
  key: string;
}

/** A file is not taken, or none can be written. The message is whole sentences for a command. */
export class TransferRefused extends Error {
  override readonly name = 'TransferRefused';
  /** the same for the console, in Chinese */
  readonly words: string;
  /** who signed the file, where that is why */
  readonly stranger: Sender | undefined;

  constructor(message: string, words = message, stranger?: Sender) {
    super(message);
    this.words = words;
    this.stranger = stranger;
  }
}
