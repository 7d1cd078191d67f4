import { formatProblem, type Problem } from '#page/problems.ts';

const WORDS: Record<number, string> = { 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' };

/** Fields that every line has, or that only a machine reads. */
const UNTOLD = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId', 'problem']);

/**
 * The log for a person at a terminal: one line a message, with its facts; a stack only for unexpected errors. Takes
 * the lines of the structured log.
 */
export const logLines = (write: (text: string) => void) => ({
  write: (line: string): void => write(`${logLine(line)}\n`),
});

export function logLine(line: string): string {
  const record = JSON.parse(line) as {
    level: number;
    time: number;
    msg?: string;
    err?: { message: string; stack?: string };
    problem?: Problem;
  } & Record<string, unknown>;
  const facts = Object.entries(record).flatMap(([name, value]) =>
    UNTOLD.has(name) || value === undefined || value === ''
      ? []
      : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
  const parts = [record.msg, record.problem && formatProblem(record.problem), facts.join(' ')]
    .filter(Boolean)
    .join(': ');
  const stack = record.level >= 50 && record.err?.stack ? `\n  ${record.err.stack.replaceAll('\n', '\n  ')}` : '';
  const reason = record.err && stack === '' ? ` (${record.err.message})` : '';
  return `${new Date(record.time).toTimeString().slice(0, 8)} ${WORDS[record.level] ?? String(record.level)}: ${parts}${reason}${stack}`;
}
