import { OperatorProblem } from '#server/operator-problem.ts';

/**
 * Obstacle that keeps a whole import from being read or saved, and that a person can remove. Printed without a stack.
 */
export class CannotImport extends OperatorProblem {
  /** message for the console */
  readonly chinese: string;

  /**
   * @param english for the command line @param chinese for the console, without a full stop
   * @param zh for the command line, where its Chinese differs from that of the console
   */
  constructor(english: string, chinese: string, zh = `${chinese}。`) {
    super({ zh, en: english });
    this.chinese = chinese;
  }
}
