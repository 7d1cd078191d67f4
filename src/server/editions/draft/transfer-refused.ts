import { OperatorProblem } from '../../operator-problem.ts';

/** `name` is what the sender calls itself; it counts for nothing, `key` does. */
export interface Sender {
  name: string;
  key: string;
}

/** A file is not taken, or none can be written. The message is whole sentences for a command. */
export class TransferRefused extends OperatorProblem {
  override readonly name = 'TransferRefused';
  /** the same for the console, in Chinese */
  readonly words: string;
  /** signer of the file, where that is the reason */
  readonly stranger: Sender | undefined;

  /** @param zh for a command, where its Chinese differs from that of the console */
  constructor(message: string, words = message, stranger?: Sender, zh = words) {
    super({ zh, en: message });
    this.words = words;
    this.stranger = stranger;
  }
}

/** CM2: a transfer that was not begun, for a name or a key of this machine: a command ends with 2. */
export class TransferNotBegun extends TransferRefused {}
